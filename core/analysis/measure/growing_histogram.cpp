// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/measure/growing_histogram.h"

#include "core/analysis/measure/parallel.h"

#include <algorithm>
#include <cmath>

namespace ql::analysis {

namespace {

constexpr int kSmallestExponent = -149; // of a float: every float is a multiple of it
constexpr double kLargestIndex = 2147483648.0;
constexpr int kLongestShift = 63;

std::int64_t binOf(double value, int exponent)
{
    return static_cast<std::int64_t>(std::floor(std::ldexp(value, -exponent)));
}

bool fits(double min, double max, int exponent, std::size_t mostBins)
{
    const double first = std::floor(std::ldexp(min, -exponent));
    const double last = std::floor(std::ldexp(max, -exponent));
    return std::abs(first) <= kLargestIndex && std::abs(last) <= kLargestIndex
           && last - first < static_cast<double>(mostBins);
}

int smallestExponent(double min, double max, std::size_t mostBins)
{
    const double reach = std::max(std::abs(min), std::abs(max));
    const double width = std::max((max - min) / static_cast<double>(mostBins), reach / kLargestIndex);
    int exponent = width > 0.0 ? std::max(kSmallestExponent, std::ilogb(width) - 1) : kSmallestExponent;
    while (!fits(min, max, exponent, mostBins))
        ++exponent;
    return exponent;
}

} // namespace

GrowingHistogram::GrowingHistogram(std::size_t mostBins)
    : m_mostBins(mostBins)
{
}

void GrowingHistogram::growTo(double min, double max)
{
    m_min = m_isEmpty ? min : std::min(m_min, min);
    m_max = m_isEmpty ? max : std::max(m_max, max);
    const int exponent = smallestExponent(m_min, m_max, m_mostBins);
    const std::int64_t first = binOf(m_min, exponent);
    std::vector<std::uint64_t> counts(static_cast<std::size_t>(binOf(m_max, exponent) - first) + 1, 0);
    const int shift = std::min(kLongestShift, exponent - m_exponent);
    for (std::size_t i = 0; i < m_counts.size(); ++i)
        counts[static_cast<std::size_t>(((m_first + static_cast<std::int64_t>(i)) >> shift) - first)] += m_counts[i];
    m_counts = std::move(counts);
    m_first = first;
    m_exponent = exponent;
    m_isEmpty = false;
}

void GrowingHistogram::add(const float* values, std::size_t n, double min, double max)
{
    growTo(min, max);
    const double factor = std::ldexp(1.0, -m_exponent);
    const double first = static_cast<double>(m_first);
    const std::size_t threads = threadsFor(n * sizeof(float));
    std::vector<std::vector<std::uint64_t>> workers(threads, std::vector<std::uint64_t>(m_counts.size(), 0));
    parallelRanges(n, threads, [&](std::size_t worker, std::size_t begin, std::size_t end) {
        auto& counts = workers[worker];
        for (std::size_t i = begin; i < end; ++i)
            if (std::isfinite(values[i]))
                ++counts[static_cast<std::size_t>(std::floor(static_cast<double>(values[i]) * factor) - first)];
    });
    for (const auto& counts : workers)
        for (std::size_t bin = 0; bin < counts.size(); ++bin)
            m_counts[bin] += counts[bin];
}

results::Histogram GrowingHistogram::histogram() const
{
    if (m_isEmpty)
        return {};
    const auto last = m_first + static_cast<std::int64_t>(m_counts.size());
    return {std::ldexp(static_cast<double>(m_first), m_exponent), std::ldexp(static_cast<double>(last), m_exponent),
            m_counts};
}

} // namespace ql::analysis
