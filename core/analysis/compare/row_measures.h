// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/compare/compare.h"
#include "core/analysis/layers/slice_axes.h"
#include "core/analysis/matching/channel_layout.h"
#include "core/analysis/matching/layer_rows.h"
#include "core/analysis/measure/tensor_comparison.h"
#include "core/jobs/task_queue.h"
#include "core/runs/pairs/lockstep.h"

#include <deque>
#include <functional>
#include <optional>
#include <vector>

namespace ql::analysis {

/// The number of equal strings in two string tensors of the same shape; nullopt for any other tensors.
std::optional<results::EqualStrings> comparedStrings(const runs::Tensor& baseline, const runs::Tensor& analysis);

/// Fills in the statistics of a row with one tensor only: an unmatched layer, or one inside a fused run.
void measureAlone(results::LayerRow& row, const runs::Tensor& tensor, const Layer& layer, bool isBaseline);

/// Fills in what the two tensors of each row say; large ones on another thread than the models' nodes, where the
/// question may use more than one. The numbers are the same.
class RowMeasures {
public:
    /// @p measured is called for every row in the order of add(), when it is filled in; @p axes are by value of the
    /// baseline. All must outlive it.
    RowMeasures(std::vector<LayerRowSource>& rows, const MatchedModels& models, const std::vector<SliceAxes>& axes,
                runs::ValueSource& baseline, runs::ValueSource& analysis, Histograms histograms,
                std::function<void(std::size_t row)> measured);

    /// @pre both sides keep the pair's values
    void add(const runs::LockstepPair& pair, const runs::Tensor& baseline, const runs::Tensor& analysis);
    /// Call after the last row.
    void finish() { takeDownTo(0); }

private:
    struct Pending {
        runs::LockstepPair pair;
        std::optional<std::size_t> task; ///< nothing where it was measured at once
    };

    /// Integers of the baseline as what they stand for, where the analysis' numbers do so, too.
    runs::Tensor inRealNumbers(const runs::LockstepPair& pair, const runs::Tensor& baseline,
                               const runs::Tensor& analysis) const;
    bool isWorthThread(const runs::Tensor& tensor) const;
    jobs::TaskQueue& queue();
    void takeDownTo(std::size_t count);

    std::vector<LayerRowSource>& m_rows;
    const MatchedModels& m_models;
    const std::vector<SliceAxes>& m_axes; ///< by value of the baseline
    runs::ValueSource& m_baseline;
    runs::ValueSource& m_analysis;
    Histograms m_histograms;
    std::function<void(std::size_t row)> m_measured;
    std::deque<Pending> m_pending;
    std::optional<jobs::TaskQueue> m_queue; ///< last, so that it ends before what it uses
};

/// Visitor that measures the unmatched rows of one side (layers without a partner in the other model) while that side
/// runs. Values inside loops are left out, as they differ from iteration to iteration, and so are dumps, whose files
/// may be unreadable without a partner. All arguments must outlive the result.
runs::UnmatchedVisits unmatchedVisits(std::vector<LayerRowSource>& rows, const MatchedModels& models,
                                      const ComparedSide& side, bool isBaseline);

} // namespace ql::analysis
