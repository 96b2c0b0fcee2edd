// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers/layers.h"
#include "core/analysis/matching/matching.h"
#include "core/results/compare_result.h"

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

namespace ql::analysis {

/// From the least to the greatest of some values.
struct ValueRange {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
};

/// A row and the layers it stands for.
struct LayerRowSource {
    results::LayerRow row;
    std::size_t baseline = kNoLayer;
    std::size_t analysis = kNoLayer;
    std::optional<ValueRange> overSamples = {}; ///< of the baseline's values in a dataset, of which the row shows one
};

/// One row for every layer that is shown, in the baseline's order of execution; layers that only the analysis model has
/// follow their neighbours. Names, types, quantizers and match rules are filled in; nothing has run yet.
std::vector<LayerRowSource> makeRows(const MatchedModels& models, bool showAll);

} // namespace ql::analysis
