// SPDX-License-Identifier: GPL-3.0-or-later
// The threshold that keeps most information: over 2,048 bins of magnitudes every threshold is tried, the values beyond
// it moved onto it, and the Kullback-Leibler divergence to the quantized histogram taken. The least wins. One pass over
// a sketch; a threshold is a bin's middle, so it is found to 1/4096 of the largest magnitude.
#include "core/quant/observer.h"
#include "core/quant/observers/divergence.h"
#include "core/quant/value_sketch.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace ql::quant::observers {

namespace {

constexpr std::size_t kMagnitudeBins = 2048;
/// More levels than these tell nothing about a histogram of this many bins.
constexpr std::size_t kMostLevels = 128;

class KlObserver final : public Observer {
public:
    void observe(std::span<const float> values) override { m_sketch.add(values); }

    Parameters parameters(const IntegerFormat& format) const override
    {
        const auto range = m_sketch.range();
        const double limit = std::max(-range.lowest, range.highest);
        const auto levels = std::size_t(1) << (format.bits - 1);
        if (limit <= 0.0 || levels > kMostLevels)
            return parametersFor(range, format);
        const double threshold = bestThreshold(limit, levels);
        return parametersFor({std::max(range.lowest, -threshold), std::min(range.highest, threshold)}, format);
    }

private:
    double bestThreshold(double limit, std::size_t levels) const
    {
        const auto counts = m_sketch.magnitudeHistogram(limit, kMagnitudeBins);
        double beyond = std::accumulate(counts.begin() + std::ptrdiff_t(levels), counts.end(), 0.0);
        std::size_t best = kMagnitudeBins;
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t end = levels; end <= kMagnitudeBins; ++end) {
            const std::span kept(counts.data(), end);
            auto reference = std::vector<double>(kept.begin(), kept.end());
            reference.back() += beyond;
            const double divergence = smoothedDivergence(reference, quantizedHistogram(kept, reference, levels));
            if (divergence < least) {
                least = divergence;
                best = end;
            }
            if (end < kMagnitudeBins)
                beyond -= counts[end];
        }
        return best == kMagnitudeBins ? limit : (double(best) + 0.5) * limit / double(kMagnitudeBins);
    }

    ValueSketch m_sketch;
};

} // namespace

ObserverDefinition kl()
{
    return {"kl", "threshold of least divergence over 2,048 bins",
            [](const ObserverSettings&) -> std::unique_ptr<Observer> { return std::make_unique<KlObserver>(); }};
}

} // namespace ql::quant::observers
