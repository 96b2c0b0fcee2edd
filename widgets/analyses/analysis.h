// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/result_parts.h"
#include "widgets/jobs/job_runner.h"

#include <QAction>
#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace ql::engine {
class Engine;
}

namespace ql::widgets {

class ConfigDocument;
class LayerFilter;
class ModelSession;

/// What an analysis may look at. All of it outlives the analyses.
struct AnalysisContext {
    ModelSession& session;
    LayerFilter& filter;
    ConfigDocument& config;
};

/// How the window offers an analysis. Its words are source texts in the context of the derived class.
struct AnalysisTraits {
    const char* text = nullptr; ///< of the action that starts it
    const char* iconText = nullptr;
    const char* toolTip = nullptr;
    const char* icon = nullptr;
    QKeySequence shortcut;
    const char* dock = nullptr; ///< id of the dock that shows the answer: starting brings it to the front
    bool isOnToolBar = false;
    bool needsQuantizers = false; ///< what the baseline's variants don't have
    bool isOffered = true;        ///< false: a page asks because it is looked at, in the background
};

/// A question that the user asks beside the comparison, with the action that asks it: starts when the engine is there,
/// can be cancelled, and tells the session when it fails. The workbench owns it.
class Analysis : public QObject {
    Q_OBJECT

public:
    /// Called once, by makeAnalyses(), when the derived object is there.
    void setUp();

    const AnalysisTraits& traits() const { return m_traits; }
    bool isRunning() const { return m_isWanted || m_runner.isRunning(); }
    void start();
    /// What is known so far stays.
    void cancel();
    /// Makes the answer among @p parts its own, in a job called @p title; false where there is none.
    virtual bool show(const results::ResultParts&, const Label& /*title*/) { return false; }

    /// Adds the answer to @p parts, where documents hold such a one.
    virtual void addTo(results::ResultParts& /*parts*/) const {}

    /// Forgets what was found out about @p model, whose file is another one now; what comes from a document stays.
    void dropAnswerAbout(const std::string& model);
    /// Whether the answer was asked about files that have been replaced by others since.
    bool isOfOtherModels() const;

    QAction* startAction() { return &m_start; }
    JobRunner& job() { return m_runner; }
    void retranslate();

Q_SIGNALS:
    /// Began, ended, or what is asked changed.
    void changed();
    /// There is more to show.
    void resultChanged();

protected:
    Analysis(const AnalysisContext& context, AnalysisTraits traits, JobRunner& runner);

    ModelSession& session() const { return m_session; }
    /// Unless it says otherwise, an analysis needs what a comparison needs.
    virtual bool canStart() const;
    virtual void begin(const std::shared_ptr<engine::Engine>& engine) = 0;
    void updateAction();
    /// Asks otherwise from now on, if @p choice differs from what was @p chosen.
    template <typename Choice>
    void choose(Choice& chosen, const Choice& choice)
    {
        if (choice == chosen)
            return;
        chosen = choice;
        updateAction();
        Q_EMIT changed();
    }
    /// The answer comes from a document, which says itself what it is about.
    void forgetModels() { m_asked.reset(); }

private:
    ModelSession& m_session;
    AnalysisTraits m_traits;
    JobRunner& m_runner;                       ///< a member of the derived class
    std::optional<results::ModelPair> m_asked; ///< about which the last answer is
    bool m_isWanted = false;                   ///< asked for before the engine was there
    QAction m_start;
};

/// Whether documents hold such an answer.
template <typename Result>
inline constexpr bool kIsInDocuments = false;
#define QL_ANALYSIS(name, Type)                                                                                        \
    template <>                                                                                                        \
    inline constexpr bool kIsInDocuments<results::Type##Result> = true;
#include "core/results/analyses.inc"
#undef QL_ANALYSIS

/// An analysis with its answer, or the part of it that is known so far.
template <typename Result>
class ResultAnalysis : public Analysis {
public:
    /// Null before the first answer.
    std::shared_ptr<const Result> result() const { return m_runner.result(); }
    bool show(const results::ResultParts& parts, const Label& title) override
    {
        if constexpr (kIsInDocuments<Result>)
            return showAnswer(parts.first<Result>(), title);
        else
            return Analysis::show(parts, title);
    }
    void addTo([[maybe_unused]] results::ResultParts& parts) const override
    {
        if constexpr (kIsInDocuments<Result>)
            parts.add(result());
    }

protected:
    bool showAnswer(const std::shared_ptr<const Result>& answer, const Label& title)
    {
        forgetModels();
        if (answer)
            m_runner.start(title, [answer](JobContext&) { return answer; });
        return answer != nullptr;
    }
    ResultAnalysis(const AnalysisContext& context, AnalysisTraits traits)
        : Analysis(context, std::move(traits), m_runner)
    {
    }
    ResultRunner<const Result>& runner() { return m_runner; }

private:
    ResultRunner<const Result> m_runner;
};

/// One of each, in the order of window_analyses.inc. What @p context refers to outlives them.
std::vector<std::unique_ptr<Analysis>> makeAnalyses(const AnalysisContext& context);

} // namespace ql::widgets
