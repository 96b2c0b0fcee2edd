// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/row_runs.h"
#include "core/analysis/causes/run_budget.h"
#include "core/analysis/compare/compare.h"
#include "core/analysis/layers/producer_walk.h"

#include <memory>

namespace ql::analysis {

/// Finds out during a comparison what makes the error of the rows that matter: runs the baseline's layer again with one
/// thing of it quantized at a time, on tensors that the two models have just made. Nothing of a run outlives its row.
class ControlledRuns {
public:
    /// Call before the comparison begins. All must outlive it. Does nothing, and says why, where a side doesn't run or
    /// no quantizer can be moved onto the baseline.
    ControlledRuns(const MatchedModels& models, const ComparedSide& baseline, const ComparedSide& analysis,
                   std::vector<LayerRowSource>& rows, results::CauseRuns runs, JobContext& ctx);

    /// Fills in the causes of row @p row, which was just compared. @throws Cancelled
    void measure(std::size_t row);

    const results::CauseCounts& counts() const { return m_counts; }
    double seconds() const { return m_seconds; }

private:
    void plan(const MatchedModels& models, const ComparedSide& baseline, const ComparedSide& analysis,
              results::CauseRuns runs);
    std::optional<results::LayerCauses> causesOf(const RowRuns& row, const results::LayerRow& compared);
    bool matters(const RowRuns& row, const results::LayerRow& compared);
    /// Of the worst of the nearest compared rows that it reads; infinite where nothing was compared.
    double inputDbOf(const RowRuns& row);
    bool isPropagatedWanted(const results::LayerRow& compared) const;
    runtime::Tensor spent(const RowRuns& row, runtime::Tensor result);

    std::vector<LayerRowSource>& m_rows;
    JobContext& m_ctx;
    std::vector<quant::QuantizerPoint> m_points;
    std::optional<ShadowSide> m_baseline;
    std::optional<ShadowSide> m_analysis;
    std::optional<RunBudget> m_budget;
    std::vector<std::optional<RowRuns>> m_plans; ///< by row
    std::vector<std::size_t> m_rowOf;            ///< by baseline layer
    ProducerWalk m_walk;
    results::CauseCounts m_counts;
    double m_seconds = 0.0;
};

} // namespace ql::analysis
