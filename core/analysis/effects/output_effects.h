// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/layer_rows.h"
#include "core/analysis/simulation/compared_side.h"
#include "core/base/job_context.h"
#include "core/results/compare_result.h"

#include <cstddef>

namespace ql::analysis {

/// Measures what layers mean for the worst output of @p result, or its worst slice, where that isn't fine: what it
/// becomes with a layer set right (computed by the baseline on the inputs that it had in the analysis model), and with
/// it alone wrong. Fills in `effect` of the rows and counts the nodes that ran. Local errors propose which layers are
/// tried; what quick runs may cost is EffectBudget's. Does nothing where a side can't run, or the values of all layers
/// don't fit into memory.
/// @throws Cancelled
void measureEffects(std::vector<LayerRowSource>& rows, const MatchedModels& models, const ComparedSide& baseline,
                    const ComparedSide& analysis, results::CauseRuns runs, std::size_t samples,
                    results::CompareResult& result, JobContext& ctx);

} // namespace ql::analysis
