// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/row_runs.h"
#include "core/analysis/layers/producer_walk.h"
#include "core/analysis/simulation/compared_side.h"
#include "core/results/layers/layer_causes.h"
#include "core/runs/pairs/value_source.h"

#include <cstdint>
#include <memory>
#include <span>

namespace ql::analysis {

/// How much controlled runs may cost: quick ones, half of the comparison's nodes, and half of the multiply-accumulates
/// that it did so far, which both models share alike. Counted, so that a slow machine gives the same result.
class RunBudget {
public:
    /// Both sides run; @p program is the baseline's. They must outlive it.
    RunBudget(results::CauseRuns runs, const runs::ValueSource& baseline, const runs::ValueSource& analysis,
              const runs::Program& program);

    /// So many nodes of the baseline are done.
    void advanceTo(std::size_t baselineNodes);
    /// Whether @p nodes of the baseline may run @p times more. What is not @p isEssential leaves half to what is.
    bool affords(std::span<const graph::NodeId> nodes, std::size_t times, bool isEssential) const;
    void spend(std::span<const graph::NodeId> nodes);
    std::uint64_t executedNodes() const { return m_spentNodes; }

private:
    std::uint64_t macsOf(std::span<const graph::NodeId> nodes) const;

    bool m_isUnlimited;
    const runs::ValueSource& m_baseline;
    const runs::Program& m_program;
    std::uint64_t m_allowedNodes;
    std::size_t m_done = 0;
    std::uint64_t m_doneMacs = 0;
    std::uint64_t m_spentNodes = 0;
    std::uint64_t m_spentMacs = 0;
};

/// Finds the causes of the error of the worst rows during a comparison, by running the baseline's layer again with one
/// part (weight, input or output) quantized at a time, on the tensors just computed. Keeps no tensor beyond its row.
class ControlledRuns {
public:
    /// Call before the comparison begins. All must outlive it. Does nothing, and says why, where a side doesn't run or
    /// no quantizer can be moved onto the baseline.
    ControlledRuns(const MatchedModels& models, const ComparedSide& baseline, const ComparedSide& analysis,
                   std::vector<LayerRowSource>& rows, results::CauseRuns runs, JobContext& ctx);

    /// Fills in the causes of row @p row, which was just compared. @throws Cancelled
    void measure(std::size_t row);

    /// What is left of it others may spend; null where nothing runs again.
    RunBudget* budget() { return m_budget ? &*m_budget : nullptr; }
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
    runs::Tensor spent(const RowRuns& row, runs::Tensor result);

    std::vector<LayerRowSource>& m_rows;
    JobContext& m_ctx;
    std::vector<quant::QuantizerPoint> m_points;
    std::optional<LayerRunner> m_baseline;
    std::optional<LayerRunner> m_analysis;
    std::optional<RunBudget> m_budget;
    std::vector<std::optional<RowRuns>> m_plans; ///< by row
    std::vector<std::size_t> m_rowOf;            ///< by baseline layer
    ProducerWalk m_walk;
    results::CauseCounts m_counts;
    double m_seconds = 0.0;
};

} // namespace ql::analysis
