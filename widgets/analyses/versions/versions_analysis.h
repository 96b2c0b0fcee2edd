// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/compare_result.h"
#include "widgets/analyses/analysis.h"

#include <QList>
#include <QString>

#include <array>
#include <deque>
#include <string>
#include <vector>

namespace ql::widgets {

/// What can stand beside the baseline.
struct VersionSource {
    enum class Kind {
        None,
        Simulation, ///< what the config makes of the baseline
        Analysis,   ///< the analysis model
        Folded,     ///< the baseline as runtimes optimize it
        Fused,
        File ///< another model, or a folder of dumped tensors
    };
    Kind kind = Kind::None;
    QString path = {}; ///< of a File

    bool operator==(const VersionSource&) const = default;
};

/// "How does the same layer look in several versions of the model?": the baseline beside two others, each compared with
/// it on the session's inputs, one after the other, while somebody looks. The comparison that the window shows already
/// isn't made again.
class VersionsAnalysis final : public ResultAnalysis<results::CompareResult> {
    Q_OBJECT

public:
    static constexpr int kColumns = 2;
    using Answer = std::shared_ptr<const results::CompareResult>;

    explicit VersionsAnalysis(const AnalysisContext& context);

    /// What can be chosen now.
    QList<VersionSource> sources() const;
    /// The chosen one while it can be; else simulated before deployed, as far as there are such.
    VersionSource source(int column) const;
    void setSource(int column, const VersionSource& source);
    /// A model or a folder of tensors, which stands in that column from now on.
    void setFile(int column, const QString& path);

    /// Starts whatever isn't known yet; a failure and the user's cancel stand.
    void ask();
    /// Null while it isn't known.
    Answer answerOf(int column) const;
    /// Why there is none; empty while there may be one.
    QString problemOf(int column) const;

    /// What stands in documents is the window's own comparison.
    bool show(const results::ResultParts&, const Label&) override { return false; }
    void addTo(results::ResultParts&) const override {}

protected:
    bool canStart() const override;
    void begin(const std::shared_ptr<engine::Engine>& engine) override;

private:
    struct Question {
        results::ModelPair models; ///< no baseline = nothing is asked
        results::InputSelection samples;
        std::string mapFile;

        bool operator==(const Question&) const = default;
    };
    struct Known {
        Question question;
        Answer answer; ///< or
        QString problem;
    };

    Question questionOf(int column) const;
    const Known* find(const Question& question) const;
    void keep(Answer answer, const QString& problem);
    Answer shownAnswer(const Question& question) const;

    std::array<VersionSource, kColumns> m_chosen;
    Question m_asked;          ///< last; what the runner works on
    std::deque<Known> m_known; ///< the newest first
};

} // namespace ql::widgets
