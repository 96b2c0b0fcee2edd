// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/compare/compare.h"
#include "core/analysis/matching/channel_layout.h"
#include "core/analysis/matching/layer_rows.h"
#include "core/analysis/matching/matching.h"
#include "core/analysis/simulation/lockstep.h"
#include "core/caller/functions.h"

#include <vector>

namespace ql::analysis {

/// Holds the outputs of the two models against each other, and what @p functions, which may be null, make of them.
void compareOutputs(results::CompareResult& result, const MatchedModels& models, LayoutChange layout,
                    const ValueSource& baseline, const ValueSource& analysis, const caller::Functions* functions);

/// A dump without structure doesn't know its outputs: those that the other side knows, by their rows.
void compareOutputsAmong(results::CompareResult& result, const std::vector<LayerRowSource>& rows,
                         const MatchedModels& models);

} // namespace ql::analysis
