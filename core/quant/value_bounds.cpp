// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/value_bounds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ql::quant {

namespace {

constexpr float kLargest = std::numeric_limits<float>::max();
/// Lanes without dependence on each other, so that the compiler makes vector instructions of them.
constexpr std::size_t kLanes = 16;

struct Lanes {
    std::array<float, kLanes> low;
    std::array<float, kLanes> high;
};

void take(Lanes& lanes, std::size_t lane, float value)
{
    const float low = std::abs(value) <= kLargest ? value : kLargest; // false for NaN and infinities
    const float high = std::abs(value) <= kLargest ? value : -kLargest;
    lanes.low[lane] = low < lanes.low[lane] ? low : lanes.low[lane];
    lanes.high[lane] = high > lanes.high[lane] ? high : lanes.high[lane];
}

} // namespace

std::optional<Range> boundsOf(std::span<const float> values)
{
    Lanes lanes;
    lanes.low.fill(kLargest);
    lanes.high.fill(-kLargest);
    std::size_t i = 0;
    for (; i + kLanes <= values.size(); i += kLanes)
        for (std::size_t lane = 0; lane < kLanes; ++lane)
            take(lanes, lane, values[i + lane]);
    for (; i < values.size(); ++i)
        take(lanes, 0, values[i]);
    const float low = *std::min_element(lanes.low.begin(), lanes.low.end());
    const float high = *std::max_element(lanes.high.begin(), lanes.high.end());
    return low <= high ? std::optional(Range{low, high}) : std::nullopt;
}

Range united(std::optional<Range> a, Range b)
{
    return a ? Range{std::min(a->lowest, b.lowest), std::max(a->highest, b.highest)} : b;
}

} // namespace ql::quant
