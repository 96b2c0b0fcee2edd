// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers/layers.h"
#include "core/analysis/matching/matching.h"
#include "core/results/compare_result.h"

#include <cstddef>
#include <vector>

namespace ql::analysis {

/// A row and the layers it stands for.
struct LayerRowSource {
    results::LayerRow row;
    std::size_t baseline = kNoLayer;
    std::size_t analysis = kNoLayer;
};

/// One row for every layer that is shown, in the baseline's order of execution; layers that only the analysis model has
/// follow their neighbours. Names, types, quantizers and match rules are filled in; nothing has run yet.
std::vector<LayerRowSource> makeRows(const MatchedModels& models, bool showAll);

} // namespace ql::analysis
