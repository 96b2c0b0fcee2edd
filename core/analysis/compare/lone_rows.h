// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/compare/compare.h"
#include "core/analysis/matching/layer_rows.h"
#include "core/analysis/simulation/lockstep.h"

#include <vector>

namespace ql::analysis {

/// Visitor that measures the unmatched rows of one side (layers without a partner in the other model) while that side
/// runs. Values inside loops are left out, as they differ from iteration to iteration, and so are dumps, whose files
/// may be unreadable without a partner. All arguments must outlive the result.
LoneVisits loneVisits(std::vector<LayerRowSource>& rows, const MatchedModels& models, const ComparedSide& side,
                      bool isBaseline);

} // namespace ql::analysis
