// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/layer_rows.h"

#include <vector>

namespace ql::analysis {

/// Fills in the advice of every row by the rules of the guide's chapter on advice, and the layer at which the
/// error starts. What controlled runs showed is claimed and comes first; all else is worded as a guess. Where the
/// verdict of @p result is fine, nothing is more than a note. @p comparesConstants: also by the two models' constants,
/// which costs a pass over those of bad rows.
void advise(std::vector<LayerRowSource>& rows, const MatchedModels& models, results::CompareResult& result,
            bool comparesConstants = true);

} // namespace ql::analysis
