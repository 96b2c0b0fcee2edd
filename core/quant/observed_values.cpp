// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/observed_values.h"

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

void ValueSketch::add(std::span<const float> values)
{
    std::vector<float> finite;
    finite.reserve(values.size());
    for (const float value : values)
        if (std::isfinite(value))
            finite.push_back(value);
    if (finite.empty())
        return;
    const auto [low, high] = std::minmax_element(finite.begin(), finite.end());
    m_range = m_count == 0 ? Range{*low, *high}
                           : Range{std::min<double>(m_range.lowest, *low), std::max<double>(m_range.highest, *high)};
    m_count += finite.size();
    if (isExact()) {
        m_values.insert(m_values.end(), finite.begin(), finite.end());
        m_isSorted = false;
        if (m_values.size() > kExactCount)
            fillBins();
        return;
    }
    coarsen(std::max(-m_range.lowest, m_range.highest));
    for (const float value : finite)
        putInBin(value, 1);
}

void ValueSketch::fillBins()
{
    const double largest = std::max(-m_range.lowest, m_range.highest);
    // The narrowest bins that hold the largest magnitude: largest < 2^exponent · kHalfBins.
    std::frexp(largest / double(kHalfBins), &m_exponent);
    m_bins.assign(std::size_t(2 * kHalfBins), 0);
    for (const float value : m_values)
        putInBin(value, 1);
    m_values = {};
}

/// Doubles the bins' width until @p largest fits. Bins merge in pairs, so nothing moves further than it would have.
void ValueSketch::coarsen(double largest)
{
    while (largest >= std::ldexp(double(kHalfBins), m_exponent)) {
        std::vector<std::uint64_t> merged(m_bins.size(), 0);
        for (std::size_t i = 0; i < m_bins.size(); ++i) {
            const auto place = std::int64_t(i) - kHalfBins;
            merged[std::size_t((place >> 1) + kHalfBins)] += m_bins[i];
        }
        m_bins = std::move(merged);
        ++m_exponent;
    }
}

void ValueSketch::putInBin(double value, std::uint64_t count)
{
    const auto place = std::int64_t(std::floor(std::ldexp(value, -m_exponent)));
    m_bins[std::size_t(std::clamp(place, -kHalfBins, kHalfBins - 1) + kHalfBins)] += count;
}

double ValueSketch::middleOf(std::size_t bin) const
{
    const double middle = std::ldexp(double(std::int64_t(bin) - kHalfBins) + 0.5, m_exponent);
    return std::clamp(middle, m_range.lowest, m_range.highest);
}

void ValueSketch::forEach(const std::function<void(double, double)>& body) const
{
    if (!isExact()) {
        for (std::size_t i = 0; i < m_bins.size(); ++i)
            if (m_bins[i] != 0)
                body(middleOf(i), double(m_bins[i]));
        return;
    }
    if (!m_isSorted)
        std::sort(m_values.begin(), m_values.end());
    m_isSorted = true;
    for (auto it = m_values.begin(); it != m_values.end();) {
        const auto next = std::upper_bound(it, m_values.end(), *it);
        body(*it, double(next - it));
        it = next;
    }
}

double ValueSketch::valueAt(std::uint64_t rank) const
{
    // The bounds are known exactly even when nothing else is.
    if (rank == 0)
        return m_range.lowest;
    if (rank + 1 >= m_count)
        return m_range.highest;
    double found = m_range.highest;
    double before = 0.0;
    bool isFound = false;
    forEach([&](double value, double count) {
        before += count;
        if (isFound || double(rank) >= before)
            return;
        found = value;
        isFound = true;
    });
    return found;
}

std::vector<double> ValueSketch::histogram(double low, double high, std::size_t bins) const
{
    std::vector<double> counts(bins, 0.0);
    const double width = (high - low) / double(bins);
    forEach([&](double value, double count) {
        const auto place = width > 0.0 ? std::floor((value - low) / width) : 0.0;
        counts[std::size_t(std::clamp(place, 0.0, double(bins - 1)))] += count;
    });
    return counts;
}

std::vector<double> ValueSketch::magnitudeHistogram(double high, std::size_t bins) const
{
    std::vector<double> counts(bins, 0.0);
    forEach([&](double value, double count) {
        const auto place = high > 0.0 ? std::floor(std::abs(value) / high * double(bins)) : 0.0;
        counts[std::size_t(std::clamp(place, 0.0, double(bins - 1)))] += count;
    });
    return counts;
}

double meanSquaredError(const ValueSketch& sketch, const Parameters& parameters, const IntegerFormat& format)
{
    const double scale = parameters.scales.front();
    const double zero = parameters.zeroPoints.front();
    const auto lowest = double(format.lowest()) - zero;
    const auto highest = double(format.highest()) - zero;
    double sum = 0.0;
    sketch.forEach([&](double value, double count) {
        const double error = std::clamp(std::nearbyint(value / scale), lowest, highest) * scale - value;
        sum += count * error * error;
    });
    return sketch.count() == 0 ? 0.0 : sum / double(sketch.count());
}

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
