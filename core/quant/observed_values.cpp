// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/observed_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>

namespace ql::quant {

namespace {

constexpr float kLargest = std::numeric_limits<float>::max();
/// Lanes without dependence on each other, so that the compiler makes vector instructions of them.
constexpr std::size_t kLanes = 16;

bool isFinite(float value)
{
    return std::abs(value) <= kLargest; // false for NaN and infinities
}

struct Lanes {
    std::array<float, kLanes> low;
    std::array<float, kLanes> high;
};

void take(Lanes& lanes, std::size_t lane, float value)
{
    const float low = isFinite(value) ? value : kLargest;
    const float high = isFinite(value) ? value : -kLargest;
    lanes.low[lane] = low < lanes.low[lane] ? low : lanes.low[lane];
    lanes.high[lane] = high > lanes.high[lane] ? high : lanes.high[lane];
}

} // namespace

void ValueSketch::add(std::span<const float> values)
{
    const auto bounds = boundsOf(values);
    if (!bounds)
        return;
    std::vector<float> finite;
    if (!std::ranges::all_of(values, isFinite)) {
        std::ranges::copy_if(values, std::back_inserter(finite), isFinite);
        values = finite;
    }
    take(*bounds, values.size());
    takeValues(values);
}

void ValueSketch::add(const ValueSketch& other)
{
    if (other.m_count == 0)
        return;
    take(other.m_range, other.m_count);
    if (other.isExact())
        return takeValues(other.m_values);
    if (isExact())
        fillBins();
    coarsen(exponentFor(largest()));
    const int shift = m_exponent - other.m_exponent;
    for (std::size_t i = 0; i < other.m_bins.size(); ++i)
        m_bins[coarser(i, shift)] += other.m_bins[i];
}

void ValueSketch::take(Range range, std::uint64_t count)
{
    m_range = united(m_count == 0 ? std::nullopt : std::optional(m_range), range);
    m_count += count;
}

/// @pre range and count are those with @p values
void ValueSketch::takeValues(std::span<const float> values)
{
    if (isExact()) {
        m_values.insert(m_values.end(), values.begin(), values.end());
        m_isSorted = false;
        if (m_values.size() > kExactCount)
            fillBins();
        return;
    }
    coarsen(exponentFor(largest()));
    putInBins(values);
}

/// Of the narrowest bins that hold @p largest: largest < 2^exponent · kHalfBins.
int ValueSketch::exponentFor(double largest)
{
    int exponent = kSmallestExponent; // 0 lies on the same edge of bins of any width
    if (largest > 0.0)
        std::frexp(largest / double(kHalfBins), &exponent);
    return exponent;
}

/// Where bin @p bin is when bins are 2^@p shift times as wide.
std::size_t ValueSketch::coarser(std::size_t bin, int shift)
{
    return std::size_t(((std::int64_t(bin) - kHalfBins) >> std::min(shift, kLongestShift)) + kHalfBins);
}

void ValueSketch::fillBins()
{
    m_exponent = exponentFor(largest());
    m_bins.assign(std::size_t(2 * kHalfBins), 0);
    putInBins(m_values);
    m_values = {};
}

/// Widens the bins to 2^@p exponent. They merge whole, so nothing moves further than it would have.
void ValueSketch::coarsen(int exponent)
{
    if (exponent <= m_exponent)
        return;
    std::vector<std::uint64_t> merged(m_bins.size(), 0);
    for (std::size_t i = 0; i < m_bins.size(); ++i)
        merged[coarser(i, exponent - m_exponent)] += m_bins[i];
    m_bins = std::move(merged);
    m_exponent = exponent;
}

/// @pre the bins hold them. Places first, many at once: the compiler makes vector instructions of that.
void ValueSketch::putInBins(std::span<const float> values)
{
    constexpr std::size_t kAtOnce = 256;
    constexpr auto kHighest = std::int32_t(kHalfBins - 1);
    const double binsPerUnit = std::ldexp(1.0, -m_exponent);
    std::array<std::int32_t, kAtOnce> places;
    for (std::size_t begin = 0; begin < values.size(); begin += kAtOnce) {
        const auto count = std::min(kAtOnce, values.size() - begin);
        for (std::size_t i = 0; i < count; ++i) {
            const double place = double(values[begin + i]) * binsPerUnit;
            const auto towardsZero = std::int32_t(place);
            places[i] = std::min(towardsZero - std::int32_t(place < double(towardsZero)), kHighest);
        }
        for (std::size_t i = 0; i < count; ++i)
            ++m_bins[std::size_t(std::int64_t(places[i]) + kHalfBins)];
    }
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

CountedValues ValueSketch::counted() const
{
    CountedValues counted;
    forEach([&](double value, double count) {
        counted.values.push_back(value);
        counted.counts.push_back(count);
    });
    return counted;
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
