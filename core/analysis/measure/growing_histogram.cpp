// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/measure/growing_histogram.h"

#include "core/analysis/measure/parallel.h"
#include "core/base/packed.h"

#include <algorithm>
#include <cmath>
#include <utility>

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
    counts.swap(m_counts);
    GrowingHistogram before(m_mostBins);
    before.m_exponent = std::exchange(m_exponent, exponent);
    before.m_first = std::exchange(m_first, first);
    before.m_counts = std::move(counts);
    addShifted(before);
    m_isEmpty = false;
}

/// @pre all its bins lie within these
void GrowingHistogram::addShifted(const GrowingHistogram& other)
{
    const int shift = std::min(kLongestShift, m_exponent - other.m_exponent);
    for (std::size_t i = 0; i < other.m_counts.size(); ++i) {
        const auto place = (other.m_first + static_cast<std::int64_t>(i)) >> shift;
        m_counts[static_cast<std::size_t>(place - m_first)] += other.m_counts[i];
    }
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

std::string GrowingHistogram::bytes() const
{
    return Packer().add(m_min).add(m_max).add(m_counts).take();
}

void GrowingHistogram::absorb(std::string_view bytes)
{
    Unpacker unpacker(bytes);
    const auto min = unpacker.next<double>();
    const auto max = unpacker.next<double>();
    const auto counts = unpacker.next<std::vector<std::uint64_t>>();
    unpacker.end();
    if (counts.empty())
        return;
    GrowingHistogram other(m_mostBins);
    if (std::isfinite(min) && std::isfinite(max) && min <= max)
        other.growTo(min, max);
    if (counts.size() != other.m_counts.size())
        throw Error(ErrorCode::FileCorrupt, "another process sent bytes that mean nothing here",
                    "start the same version of the program everywhere");
    other.m_counts = counts;
    growTo(min, max);
    addShifted(other);
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
