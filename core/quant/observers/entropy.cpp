// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX Runtime's entropy calibration: a histogram of `bins` (128) on ±(largest magnitude of the first batch), grown by
// whole bins where later batches reach further; then the symmetric cut of least divergence to 128 quantized bins. With
// the default numbers and a first batch that reaches furthest there is one candidate: everything. Streaming; the
// histogram's own coarseness is part of the method.
#include "core/quant/observed_values.h"
#include "core/quant/observer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

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

/// What @p counts look like when neighbours share one of @p levels: each level's sum, spread evenly over those of its
/// bins that @p reference has something in. Bins that are left over belong to the last level.
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

/// Σ p · ln(p / q) of two histograms, each scaled to sum 1 after 1e-4 was moved into every empty bin, as ONNX Runtime
/// and MXNet do. Infinite when one is all empty.
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
    return {"entropy", "ONNX Runtime's histogram and cut of least divergence", makeFrom<EntropyObserver>};
}

} // namespace ql::quant::observers
