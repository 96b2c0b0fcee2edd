// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/layer_rows.h"
#include "core/results/diagnostic.h"

#include <vector>

namespace ql::analysis {

/// In which ways the structure of two models differs, by their graphs and by what replays showed: activations that only
/// one has between layers that follow each other in the other (rule operator-without-partner), attributes and bounds
/// of matched operators that differ (attributes-differ). At most kMostDifferences, then how many more there are. What
/// fusions, folding, layouts and quantizers explain is none: an activation that a quantizer's range does, say.
std::vector<results::Diagnostic> pairDifferences(const std::vector<LayerRowSource>& rows, const MatchedModels& models);

inline constexpr std::size_t kMostDifferences = 5;

} // namespace ql::analysis
