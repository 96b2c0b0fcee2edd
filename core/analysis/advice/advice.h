// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/layer_rows.h"

#include <string>
#include <vector>

namespace ql::analysis {

/// Fills in the advice of every row by the rules of SPEC.md A that a comparison alone can answer, most severe first,
/// and says in it whether values were truncated (clamped) or rounded. Returns the name of the layer at which the error
/// starts; empty if none stands out.
std::string advise(std::vector<LayerRowSource>& rows, const MatchedModels& models,
                   const std::vector<results::OutputComparison>& outputs);

} // namespace ql::analysis
