// SPDX-License-Identifier: GPL-3.0-or-later
// The threshold that keeps most information: over 2,048 bins of magnitudes every threshold is tried, the values beyond
// it moved onto it, and the Kullback-Leibler divergence to the quantized histogram taken. The least wins, of equals the
// highest. As in TensorRT's entropy calibration (NVIDIA/TensorRT, tools/pytorch-quantization, calib/histogram.py,
// _compute_amax_entropy): the bin at zero, which is exact at any scale and would swamp the others behind a Relu, counts
// as much as its neighbour, and values of one sign have all levels. Unlike there, a threshold isn't taken that costs
// more by clamping than it saves in rounding: divergence alone gives up the rare large values that a regression head or
// a gate lives on. One pass over a sketch; a threshold is a bin's edge, so it is found to 1/2048 of the largest
// magnitude.
#include "core/quant/observed_values.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ql::quant::observers {

namespace {

constexpr std::size_t kMagnitudeBins = 2048;
/// More levels than 8 bits have tell nothing about a histogram of this many bins.
constexpr int kMostBits = 8;

/// The divergence of @p counts' first @p end bins, @p beyond added to the last of them, from the same in @p levels
/// steps; infinite where a step would be empty that isn't.
double divergenceAt(const std::vector<double>& counts, std::size_t end, double beyond, std::size_t levels)
{
    const auto kept = std::accumulate(counts.begin(), counts.begin() + std::ptrdiff_t(end), 0.0);
    double sum = 0.0;
    for (std::size_t level = 0; level < levels; ++level) {
        const auto begin = (level * end + levels - 1) / levels;
        const auto stop = ((level + 1) * end + levels - 1) / levels;
        const auto first = counts.begin() + std::ptrdiff_t(begin);
        const auto last = counts.begin() + std::ptrdiff_t(stop);
        const double filled = double(stop - begin) - double(std::count(first, last, 0.0));
        const double share = filled > 0.0 ? std::accumulate(first, last, 0.0) / filled / kept : 0.0;
        for (std::size_t i = begin; i < stop; ++i) {
            const double p = (counts[i] + (i + 1 == end ? beyond : 0.0)) / (kept + beyond);
            if (p > 0.0 && (counts[i] == 0.0 || share == 0.0))
                return std::numeric_limits<double>::infinity();
            sum += p > 0.0 ? p * std::log(p / share) : 0.0;
        }
    }
    return sum;
}

/// What rounding to @p step and clamping to the first @p end bins cost together.
double squaredErrorAt(const std::vector<double>& counts, std::size_t end, double width, double step)
{
    double sum = step * step / 12.0 * std::accumulate(counts.begin(), counts.begin() + std::ptrdiff_t(end), 0.0);
    for (std::size_t i = end; i < counts.size(); ++i) {
        const double beyond = (double(i - end) + 0.5) * width;
        sum += counts[i] * (step * step / 12.0 + beyond * beyond);
    }
    return sum;
}

class KlObserver final : public SketchObserver {
public:
    Parameters parameters(const IntegerFormat& format) const override
    {
        const auto range = sketch().range();
        const double limit = std::max(-range.lowest, range.highest);
        if (limit <= 0.0 || format.bits > kMostBits)
            return parametersFor(range, format);
        return parametersFor(within(range, bestThreshold(range, limit, format)), format);
    }

private:
    static Range within(const Range& range, double threshold)
    {
        return {std::max(range.lowest, -threshold), std::min(range.highest, threshold)};
    }

    double bestThreshold(const Range& range, double limit, const IntegerFormat& format) const
    {
        const bool hasOneSign = range.lowest >= 0.0 || range.highest <= 0.0;
        const std::size_t levels = std::size_t(1)
                                   << (hasOneSign && !format.isSymmetric ? format.bits : format.bits - 1);
        auto counts = sketch().magnitudeHistogram(limit, kMagnitudeBins);
        counts[0] = counts[1];
        const auto squaredError = [&](std::size_t end) {
            const double threshold = double(end) * limit / double(kMagnitudeBins);
            const double step = parametersFor(within(range, threshold), format).scales.front();
            return squaredErrorAt(counts, end, limit / double(kMagnitudeBins), step);
        };
        const double most = squaredError(kMagnitudeBins);
        double beyond = std::accumulate(counts.begin() + std::ptrdiff_t(levels), counts.end(), 0.0);
        std::size_t best = kMagnitudeBins;
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t end = levels; end <= kMagnitudeBins; ++end) {
            const double divergence = divergenceAt(counts, end, beyond, levels);
            if (divergence <= least && squaredError(end) <= most) {
                least = divergence;
                best = end;
            }
            if (end < kMagnitudeBins)
                beyond -= counts[end];
        }
        return double(best) * limit / double(kMagnitudeBins);
    }
};

} // namespace

ObserverDefinition kl()
{
    return {"kl", "threshold of least divergence over 2,048 bins", makeFrom<KlObserver>};
}

} // namespace ql::quant::observers
