// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/results/fix_result.h"
#include "widgets/analyses/analysis.h"
#include "widgets/analyses/fitted_subject.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ql::widgets {

class ConfigDocument;

/// "What repairs it?", asked of the analysis model, or of the config as it stands in the editor. Samples of the
/// calibration data are fitted to, others are judged on.
class FixAnalysis final : public ResultAnalysis<results::FixResult> {
    Q_OBJECT

public:
    struct Choice {
        results::MetricId metric = results::MetricId::Sqnr; ///< Sqnr or Cosine
        int seconds = 60;                                   ///< at most; 0 = as long as it takes
        std::optional<bool> repairsConfig;                  ///< nothing = what a comparison is about
        bool judgesOnData = false; ///< on the session's data in place of a third of those fitted to

        bool operator==(const Choice&) const = default;
    };

    explicit FixAnalysis(const AnalysisContext& context);

    const Choice& choice() const { return m_choice; }
    void setChoice(const Choice& choice) { choose(m_choice, choice); }
    /// Whether there is an analysis model as well as a config.
    bool hasTwoSubjects() const { return m_subject.areTwo(); }
    /// Whether the config is repaired, not the analysis model.
    bool repairsConfig() const { return m_subject.isConfig(m_choice.repairsConfig); }
    /// The data set that is split, or fitted to; empty = none is open.
    QString fittedData() const { return m_subject.fittedData(); }
    /// Whether that is one sample alone: nothing can be held out of it.
    bool hasOneSample() const { return m_subject.hasOneSample(); }
    /// The session's data where it is another set; empty = none.
    QString otherData() const { return m_subject.otherData(); }
    /// Why the last run has no answer; nothing where it has one.
    const std::optional<Error>& problem() const { return m_problem; }
    /// Whether the same question has no answer if it is asked again.
    bool hasFailed() const;
    /// Whether result() is about what is open now, config and data as they are.
    bool isCurrent() const;
    /// What of the repaired model is written and can be copied: QDQ model, record, the float model where its weights
    /// were changed.
    std::vector<std::string> files() const;
    /// The QDQ model among these; empty = none is written.
    std::string modelFile() const;
    /// What the config with its part of the repairs makes of the baseline as it is; nothing where the config says none.
    std::optional<results::FixMeasure> byConfig() const;
    /// Whether the text in the editor is what that part was made for.
    bool fitsConfig() const;
    /// Whether it is, and no output loses by that part on the samples that are held out.
    bool canApply() const;
    /// Puts it into the config, as one step of undo. @pre canApply()
    void apply();
    bool show(const results::ResultParts& parts, const Label& title) override;

protected:
    bool canStart() const override;
    void begin(const std::shared_ptr<engine::Engine>& engine) override;

private:
    results::FixRequest request() const;

    ConfigDocument& m_document;
    FittedSubject m_subject;
    Choice m_choice;
    std::optional<Error> m_problem;
    std::optional<results::FixRequest> m_asked;    ///< last; nothing = a document
    std::optional<results::FixRequest> m_answered; ///< by result()
};

} // namespace ql::widgets
