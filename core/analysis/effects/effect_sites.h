// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layer_runs/layer_runner.h"
#include "core/analysis/matching/matching.h"

#include <cstddef>
#include <vector>

namespace ql::analysis {

/// A layer that can be set right in the analysis model: its value there is replaced by what the baseline computes.
struct EffectSite {
    std::size_t layer = kNoLayer;    ///< of the baseline
    std::size_t analysis = kNoLayer; ///< of which the value is replaced
    bool isMissing =
        false; ///< only the baseline has it: its value takes the place of what it reads, which only it reads
    bool isQuantized = false;
    bool movesDataOnly = false;
};

/// By site, in the baseline's order of execution: matched layers outside of loops that compute or quantize, and layers
/// between two matched ones that the analysis model lacks.
std::vector<EffectSite> effectSites(const MatchedModels& models, const LayerRunner& baseline);
/// Whether layers that would be sites stand in loops, and so are none.
bool areSitesInLoops(const MatchedModels& models);

/// The values of @p graph by which the readers of @p layer see it: its own result where anything but a quantizer reads
/// it, what lies behind its quantizers, one behind the other, and, without any of these, its value.
std::vector<graph::ValueId> carriersOf(const graph::Graph& graph, const Layer& layer);

} // namespace ql::analysis
