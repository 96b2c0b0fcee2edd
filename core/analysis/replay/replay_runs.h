// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/controlled_runs.h"
#include "core/analysis/replay/layer_replay.h"
#include "core/analysis/replay/replay_kind.h"

#include <optional>
#include <vector>

namespace ql::analysis {

/// Replays the rows of a comparison that are much worse than what they read, while it goes on: runs the baseline's
/// layer on what the analysis model's layer really read, and tells how the analysis model's value differs. A side that
/// doesn't run, a dump, may be either one: the other's layer runs on its tensors. Where neither runs, layers of dumps
/// that know their structure are told by their tensors alone, if what they read agrees.
class ReplayRuns {
public:
    /// Call before the comparison begins. All must outlive it. What runs is spent from @p budget, or, where that is
    /// null, from a budget of its own as @p runs allows; a few nodes may run in any case. No layer is replayed for
    /// CauseRuns::None.
    ReplayRuns(const MatchedModels& models, const ComparedSide& baseline, const ComparedSide& analysis,
               std::vector<LayerRowSource>& rows, results::CauseRuns runs, RunBudget* budget, JobContext& ctx);

    /// Fills in the replay of row @p row, which was just compared and of which the causes are known by now; that of an
    /// operator before it, too, which the analysis model lacks. @throws Cancelled
    void measure(std::size_t row);

    /// Adds what was run to @p counts.
    void addTo(results::CauseCounts& counts) const;
    double seconds() const { return m_seconds; }

private:
    void plan(const ComparedSide& baseline, const ComparedSide& analysis, RunBudget* budget);
    bool isWanted(const LayerReplay& replay, const results::LayerRow& compared);
    void runAgain(const LayerReplay& replay, LayerRowSource& source);
    void compareDumped(const LayerReplay& replay, LayerRowSource& source);
    /// Finds the operator before the layer that the analysis model lacks, if one explains how @p pair differs, and what
    /// it is.
    std::optional<results::ReplayKind> blameMissing(const LayerReplay& replay, const results::LayerRow& row,
                                                    const ReplayedPair& pair, double inputDb);
    bool isSuspect(const LayerReplay& replay) const;
    void describe(LayerRowSource& source, ReplayedPair pair, double inputDb);
    std::vector<std::size_t> withoutPartner(const LayerReplay& replay) const;
    double inputDbOf(std::size_t layer);
    bool affords(const LayerReplay& replay, std::size_t times) const;
    void spend(const LayerReplay& replay);
    /// The runner's.
    const std::vector<Layer>& layers() const { return m_isBaselineRun ? m_models.baseline : m_models.analysis; }
    std::size_t layerOf(const LayerRowSource& source) const
    {
        return m_isBaselineRun ? source.baseline : source.analysis;
    }

    const MatchedModels& m_models;
    std::vector<LayerRowSource>& m_rows;
    JobContext& m_ctx;
    results::CauseRuns m_runs;
    bool m_isBaselineRun; ///< the runner is the baseline
    bool m_isAnyRun;
    std::optional<LayerRunner> m_baseline;
    std::optional<LayerRunner> m_analysis;
    std::optional<RunBudget> m_ownBudget;
    RunBudget* m_budget = nullptr;
    std::vector<std::optional<LayerReplay>> m_plans; ///< by row
    std::vector<std::size_t> m_rowOf;                ///< by the runner's layer
    ProducerWalk m_walk;
    std::uint64_t m_replayed = 0;
    std::uint64_t m_spentNodes = 0;
    std::uint64_t m_freeNodes = 0; ///< of these, beyond the budget
    bool m_mayRunFew = false;      ///< of the row at hand: even where the budget is spent
    double m_seconds = 0.0;
};

} // namespace ql::analysis
