// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/numbers.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <ranges>
#include <vector>

namespace ql {

// With a NaN among numbers `<` is no order, and what sorts by it is undefined. Whatever orders numbers that may be NaN
// goes by one of these.

/// Where NaN stands: first where it is the worst of a ranking, last where it says nothing.
enum class NaNs { First, Last };

/// Smaller numbers first. A strict weak order of all of them, for std's and std::ranges' algorithms.
template <NaNs kWhere>
struct Rising {
    bool operator()(double a, double b) const
    {
        const bool isA = std::isnan(a), isB = std::isnan(b);
        return isA || isB ? isA != isB && isA == (kWhere == NaNs::First) : a < b;
    }
};

/// Greater numbers first.
template <NaNs kWhere>
struct Falling {
    bool operator()(double a, double b) const
    {
        const bool isA = std::isnan(a), isB = std::isnan(b);
        return isA || isB ? isA != isB && isA == (kWhere == NaNs::First) : a > b;
    }
};

/// From where to where numbers go, and how many are none.
struct Extent {
    double low = kNaN; ///< of those that are numbers; NaN without any, as high
    double high = kNaN;
    std::size_t nans = 0;
};

/// Of what @p projection gives for each of @p things.
template <std::ranges::input_range Range, typename Projection = std::identity>
Extent extentOf(const Range& things, Projection projection = {})
{
    Extent extent;
    for (const auto& thing : things) {
        const double number = std::invoke(projection, thing);
        extent.nans += std::isnan(number) ? 1 : 0;
        extent.low = Rising<NaNs::Last>()(number, extent.low) ? number : extent.low;
        extent.high = Falling<NaNs::Last>()(number, extent.high) ? number : extent.high;
    }
    return extent;
}

/// What scores decide where a NaN stands among them, or where there are none. No class has this number.
inline constexpr std::int64_t kNoDecision = -1;

/// What a classifier decides by @p count scores, @p step apart: the place of the largest, of equal ones the first.
template <typename Score>
std::int64_t decisionOf(const Score* scores, std::int64_t count, std::int64_t step = 1)
{
    std::int64_t place = count > 0 ? 0 : kNoDecision;
    for (std::int64_t i = 0; i < count; ++i) {
        if (std::isnan(double(scores[i * step])))
            return kNoDecision;
        place = scores[i * step] > scores[place * step] ? i : place;
    }
    return place;
}

/// Whether @p decision is the class @p label; what decides nothing is never right, whatever the label.
constexpr bool isRight(std::int64_t decision, std::int64_t label)
{
    return decision != kNoDecision && decision == label;
}

/// Sorts @p numbers and takes out of them those that are NaN: how many those were.
inline std::size_t sortNumbers(std::vector<double>& numbers)
{
    const auto nans = std::erase_if(numbers, [](double number) { return std::isnan(number); });
    std::ranges::sort(numbers);
    return nans;
}

/// Which number has @p share of @p sorted below it, 0 to 1: linear between neighbours, as numpy's default; between
/// opposite infinities the nearer one. NaN of nothing. @pre sorted by sortNumbers()
inline double quantileOf(const std::vector<double>& sorted, double share)
{
    if (sorted.empty())
        return kNaN;
    const double place = share * double(sorted.size() - 1);
    const auto below = std::size_t(place);
    const double low = sorted[below];
    const double high = sorted[std::min(below + 1, sorted.size() - 1)];
    const double part = place - double(below);
    if (part == 0.0 || low == high) // infinite neighbours would give NaN for their own place
        return low;
    if (std::isinf(low) && std::isinf(high))
        return part < 0.5 ? low : high;
    return low + part * (high - low);
}

} // namespace ql
