// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/compare_result.h"
#include "core/results/graph_outline.h"

namespace ql::widgets {

/// Both models as one: partners stand once, under the baseline's name and with what the analysis model quantizes them
/// to; what only the analysis model has stands under its name there, which the baseline may use for something else.
/// Edges are those of both; where the models order layers differently an edge may lead backwards.
results::GraphOutline mergeOutlines(const results::GraphPair& pair);

/// @p outline, of the baseline or of both models, with the runs as groups that the other model computes at once:
/// "conv_1 + relu_1". A run across scopes has none.
results::GraphOutline withFusedGroups(results::GraphOutline outline, const results::CompareResult& result);

/// The same for two results that fuse the same layers.
std::string fusedKey(const results::CompareResult& result);

} // namespace ql::widgets
