// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/analyses/analysis.h"
#include "widgets/analyses/trials/trials.h"

namespace ql::widgets {

class ConfigDocument;

/// "What would the edited config do?": simulates it, saved or not, compares over all samples, and adds what changed
/// against a simulation of the saved config to the trials: an analysis model is another thing than a simulation of it.
/// Where the last comparison or the last trial ran that simulation, it doesn't run again.
class TrialAnalysis final : public ResultAnalysis<TrialChange> {
    Q_OBJECT

public:
    explicit TrialAnalysis(const AnalysisContext& context);

    Trials& trials() { return m_trials; }

protected:
    bool canStart() const override;
    void begin(const std::shared_ptr<engine::Engine>& engine) override;

private:
    Message editsSinceSaved() const;
    bool isLastComparison(const results::CompareRequest& request) const;
    /// What is known of it; null = it has to run.
    std::shared_ptr<const results::CompareResult> known(const results::CompareRequest& before) const;

    ConfigDocument& m_document;
    Trials m_trials;
    Trial m_running;
    std::pair<results::CompareRequest, results::CompareRequest> m_runningRequests; ///< before and after
    std::pair<results::CompareRequest, results::CompareRequest> m_requests;        ///< of result()
    bool m_wasSaved = false;                                                       ///< since the last comparison
};

} // namespace ql::widgets
