// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/profile_result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ql::analysis {

/// Counts values in equal bins, of which nobody knows the range beforehand. A bin's width is the smallest power of two
/// with which at most so many bins cover everything seen, and its limits are multiples of the width: growing adds bins
/// up exactly, so the counts don't depend on the order of the data.
class GrowingHistogram {
public:
    explicit GrowingHistogram(std::size_t mostBins);

    /// Counts the finite ones of @p n values. @pre they lie between @p min and @p max, both finite
    void add(const float* values, std::size_t n, double min, double max);
    /// What was counted, for absorb() in another process.
    std::string bytes() const;
    /// Counts what another of as many bins counted. @throws Error (FileCorrupt) for bytes of anything else
    void absorb(std::string_view bytes);
    /// From the first bin that holds something to the last one.
    results::Histogram histogram() const;

private:
    void growTo(double min, double max);
    void addShifted(const GrowingHistogram& other);

    std::size_t m_mostBins;
    bool m_isEmpty = true;
    double m_min = 0.0;
    double m_max = 0.0;
    int m_exponent = 0;       ///< bins are 2^exponent wide
    std::int64_t m_first = 0; ///< the first bin begins at first · 2^exponent
    std::vector<std::uint64_t> m_counts;
};

} // namespace ql::analysis
