// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/controlled_runs.h"
#include "core/analysis/compare/compare.h"
#include "core/analysis/replay/replay_runs.h"

#include <vector>

namespace ql::analysis {

/// Why the two sides of a comparison differ: what runs of single layers, of layers on their partners' inputs and of
/// whole models with one of them set right show, and what is advised by it.
class ErrorCauses {
public:
    /// Call before the comparison begins. All must outlive it.
    ErrorCauses(const MatchedModels& models, const ComparedSide& baseline, const ComparedSide& analysis,
                std::vector<LayerRowSource>& rows, const results::CompareRequest& request, JobContext& ctx);

    /// Of row @p row, which was just compared, while its tensors are there. @throws Cancelled
    void measure(std::size_t row);
    /// When all rows and the verdict are there: fills in what is said of them. @throws Cancelled
    void explain(results::CompareResult& result, const ComparedDataset& dataset);
    /// For all runs.
    double seconds() const { return m_runs.seconds() + m_replays.seconds() + m_seconds; }

private:
    void addBudgetsTo(results::CompareResult& result);

    const MatchedModels& m_models;
    const ComparedSide& m_baseline;
    const ComparedSide& m_analysis;
    std::vector<LayerRowSource>& m_rows;
    const results::CompareRequest& m_request;
    JobContext& m_ctx;
    results::CauseRuns m_wanted;
    ControlledRuns m_runs;
    ReplayRuns m_replays;
    double m_seconds = 0.0; ///< of runs after the comparison
};

} // namespace ql::analysis
