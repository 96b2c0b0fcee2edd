// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/analyses/analysis.h"
#include "widgets/analyses/fitted_subject.h"
#include "widgets/analyses/repairs/repair_measures.h"

#include <QTimer>

#include <memory>
#include <optional>
#include <string>

namespace ql::widgets {

class ConfigDocument;

/// "Which single change of the config repairs it?": measures what the comparison and the ranking propose, each over all
/// samples, within so many seconds; what is known grows, and stays when it is stopped. Edits the open config, or one
/// that would quantize as the analysis model is quantized. Writes nothing.
class RepairAnalysis final : public ResultAnalysis<MeasuredRepairs> {
    Q_OBJECT

public:
    explicit RepairAnalysis(const AnalysisContext& context);

    /// At most; 0 = as long as it takes.
    int seconds() const { return m_seconds; }
    void setSeconds(int seconds) { choose(m_seconds, seconds); }
    /// Of the session's comparison: whose error it is. Null = what the comparison itself says.
    void setVerdict(std::shared_ptr<const results::Verdict> verdict) { m_verdict = std::move(verdict); }
    /// Measures what a search found, beside what is known of the same models. @pre canStart()
    void measureFound(FoundRepairs found);
    /// Whether there is all that start() needs.
    bool isPossible() const { return canStart(); }
    /// Whether result() is about what is open: its models, samples, and config, without or with one of the repairs.
    bool isCurrent() const;
    /// The row whose text the config has as it stands; nothing where it has none of them.
    std::optional<std::size_t> takenRow() const;

protected:
    bool canStart() const override;
    void begin(const std::shared_ptr<engine::Engine>& engine) override;

private:
    RepairQuestion question() const;

    ConfigDocument& m_document;
    FittedSubject m_subject;
    int m_seconds = 30;
    QTimer m_deadline;
    std::shared_ptr<std::stop_source> m_stop;
    std::shared_ptr<const results::Verdict> m_verdict;
    std::optional<FoundRepairs> m_found; ///< for the next run
    std::optional<RepairQuestion> m_answered;
};

} // namespace ql::widgets
