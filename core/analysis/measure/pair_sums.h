// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace ql::analysis {

/// What one pass learns about one of the two arrays. NaN and infinite elements are counted and left out of the rest.
struct SideSums {
    std::uint64_t finite = 0;
    std::uint64_t nan = 0;
    std::uint64_t infinite = 0;
    double min = std::numeric_limits<double>::infinity();
    double max = -std::numeric_limits<double>::infinity();
    double mean = 0.0;
    double squaredDeviations = 0.0; ///< from the mean
};

/// What one pass learns about the pairs of which both elements are finite.
struct PairSums {
    std::uint64_t count = 0;
    double xx = 0.0;
    double yy = 0.0;
    double xy = 0.0;
    double absolute = 0.0; ///< sum of |x - y|
    double squared = 0.0;  ///< sum of (x - y)²
    double largest = 0.0;  ///< max of |x - y|
    SideSums x;
    SideSums y;

    /// Takes in the sums of elements that follow.
    void merge(const PairSums& next);
};

/// One fused pass over @p n floats of each array. Sums in double; chunks of fixed size are merged in their order, so
/// the result does not depend on the number of threads. Means and variances merge by Chan's rule.
PairSums sumPairs(const float* x, const float* y, std::size_t n, std::size_t threads);

/// Consecutive lines of two arrays that are summed apart, too.
struct LinesApart {
    std::size_t length = 0;     ///< elements of each, 0 = none; the arrays hold whole lines
    std::vector<PairSums> sums; ///< by line
};

/// As sumPairs() in the same pass as @p lines, of which each is a chunk or several. @pre they have a length
PairSums sumPairs(const float* x, const float* y, std::size_t n, std::size_t threads, LinesApart& lines);

/// As PairSums::x of sumPairs().
SideSums sumSide(const float* values, std::size_t n, std::size_t threads);

} // namespace ql::analysis
