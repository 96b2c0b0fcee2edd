// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/observers/divergence.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ql::quant::observers {

namespace {

/// Empty when @p counts has nothing in it.
std::vector<double> smoothed(std::span<const double> counts)
{
    constexpr double kEpsilon = 1e-4;
    const auto zeros = double(std::count(counts.begin(), counts.end(), 0.0));
    const double others = double(counts.size()) - zeros;
    if (others == 0.0)
        return {};
    std::vector<double> result(counts.begin(), counts.end());
    for (double& value : result)
        value += value == 0.0 ? kEpsilon : -kEpsilon * zeros / others;
    const double sum = std::accumulate(result.begin(), result.end(), 0.0);
    for (double& value : result)
        value /= sum;
    return result;
}

} // namespace

std::vector<double> quantizedHistogram(std::span<const double> counts, std::span<const double> reference,
                                       std::size_t levels)
{
    const auto merged = counts.size() / levels;
    std::vector<double> result(counts.size(), 0.0);
    for (std::size_t level = 0; level < levels; ++level) {
        const auto begin = level * merged;
        const auto end = begin + merged;
        const auto last = level + 1 == levels ? counts.size() : end;
        double sum = 0.0;
        for (std::size_t i = begin; i < last; ++i)
            sum += counts[i];
        double filled = 0.0;
        for (std::size_t i = begin; i < end; ++i)
            filled += reference[i] != 0.0;
        for (std::size_t i = begin; i < end && filled != 0.0; ++i)
            result[i] = sum / filled;
    }
    return result;
}

double smoothedDivergence(std::span<const double> p, std::span<const double> q)
{
    const auto left = smoothed(p);
    const auto right = smoothed(q);
    if (left.empty() || right.empty())
        return std::numeric_limits<double>::infinity();
    double sum = 0.0;
    for (std::size_t i = 0; i < left.size(); ++i) {
        if (right[i] <= 0.0)
            return std::numeric_limits<double>::infinity();
        if (left[i] > 0.0)
            sum += left[i] * std::log(left[i] / right[i]);
    }
    return sum;
}

} // namespace ql::quant::observers
