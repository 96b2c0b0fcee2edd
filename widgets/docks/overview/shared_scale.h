// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/compare_result.h"

#include <optional>

namespace ql::widgets {

/// Two values that meet in one layer and have one scale, which only fits the wider one. They are rows of the comparison
/// with histograms.
struct SharedScale {
    const results::LayerRow* join = nullptr;
    const results::LayerRow* wide = nullptr;
    const results::LayerRow* narrow = nullptr;
    double step = 0.0;
    bool isOfJoin = false; ///< what comes of both has that scale, too
};

/// Where @p blamed, or a layer that reads it, joins such values; nothing where each has a scale of its own, or the
/// narrower one has steps enough, or it was measured that the weights are at fault.
std::optional<SharedScale> sharedScale(const results::CompareResult& compared, const results::LayerRow& blamed);

/// The largest magnitude that the baseline's values reach.
double reachOf(const results::LayerRow& row);

} // namespace ql::widgets
