// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/compare/compare.h"
#include "core/analysis/matching/layer_rows.h"
#include "core/analysis/simulation/lockstep.h"

#include <vector>

namespace ql::analysis {

/// Fills in what the rows say that only one side has and that a loop doesn't run over and over: of a model, for what a
/// dump holds of them nobody may be able to read. All must outlive it.
LoneVisits loneVisits(std::vector<LayerRowSource>& rows, const MatchedModels& models, const ComparedSide& side,
                      bool isBaseline);

} // namespace ql::analysis
