// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX Runtime's entropy calibration: a histogram of `bins` (128) on ±(largest magnitude of the first batch), grown by
// whole bins where later batches reach further; then the symmetric cut of least divergence to 128 quantized bins. With
// the default numbers and a first batch that reaches furthest there is one candidate: everything. Streaming; the
// histogram's own coarseness is part of the method.
#include "core/quant/observer.h"
#include "core/quant/observers/divergence.h"
#include "core/quant/value_bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ql::quant::observers {

namespace {

class EntropyObserver final : public Observer {
public:
    explicit EntropyObserver(const ObserverSettings& settings)
        : m_firstBins(std::size_t(settings.number("bins", 128, 2, 65536)))
        , m_levels(std::size_t(settings.number("quantized_bins", 128, 2, 65536)))
    {
    }

    void observe(std::span<const float> values) override
    {
        const auto bounds = boundsOf(values);
        if (!bounds)
            return;
        m_range = united(m_range, *bounds);
        grow(std::max(-bounds->lowest, bounds->highest));
        const double width = 2.0 * m_threshold / double(m_counts.size());
        for (const float value : values) {
            if (!std::isfinite(value))
                continue;
            const double place = width > 0.0 ? std::floor((double(value) + m_threshold) / width) : 0.0;
            m_counts[std::size_t(std::clamp(place, 0.0, double(m_counts.size() - 1)))] += 1.0;
        }
    }

    Parameters parameters(const IntegerFormat& format) const override
    {
        if (!m_range)
            return parametersFor({}, format);
        const auto cut = bestCut();
        return parametersFor({std::max(cut.lowest, m_range->lowest), std::min(cut.highest, m_range->highest)}, format);
    }

private:
    void grow(double threshold)
    {
        if (m_counts.empty() || (m_threshold == 0.0 && threshold > 0.0)) {
            // So far all values were 0: they stay in the middle.
            const double zeros = std::accumulate(m_counts.begin(), m_counts.end(), 0.0);
            m_counts.assign(m_firstBins, 0.0);
            m_counts[m_firstBins / 2] = zeros;
            m_threshold = threshold;
            return;
        }
        if (threshold <= m_threshold)
            return;
        const double width = 2.0 * m_threshold / double(m_counts.size());
        const auto added = std::size_t(std::floor((threshold - m_threshold) / width)) + 1;
        m_counts.insert(m_counts.begin(), added, 0.0);
        m_counts.insert(m_counts.end(), added, 0.0);
        m_threshold += double(added) * width;
    }

    double edge(std::size_t i) const { return -m_threshold + 2.0 * m_threshold * double(i) / double(m_counts.size()); }

    Range bestCut() const
    {
        const auto middle = m_counts.size() / 2;
        Range best{-m_threshold, m_threshold};
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t half = m_levels / 2; half <= middle; ++half) {
            const auto begin = middle - half;
            const auto end = std::min(middle + half + 1, m_counts.size());
            const std::span kept(m_counts.data() + begin, end - begin);
            std::vector<double> reference(kept.begin(), kept.end());
            reference.front() += std::accumulate(m_counts.begin(), m_counts.begin() + std::ptrdiff_t(begin), 0.0);
            reference.back() += std::accumulate(m_counts.begin() + std::ptrdiff_t(end), m_counts.end(), 0.0);
            const double divergence = smoothedDivergence(reference, quantizedHistogram(kept, reference, m_levels));
            if (divergence < least) {
                least = divergence;
                best = {edge(begin), edge(end)};
            }
        }
        return best;
    }

    std::size_t m_firstBins;
    std::size_t m_levels;
    std::vector<double> m_counts;
    double m_threshold = 0.0;
    std::optional<Range> m_range;
};

} // namespace

ObserverDefinition entropy()
{
    return {"entropy", "ONNX Runtime's histogram and cut of least divergence",
            [](const ObserverSettings& settings) -> std::unique_ptr<Observer> {
                return std::make_unique<EntropyObserver>(settings);
            }};
}

} // namespace ql::quant::observers
