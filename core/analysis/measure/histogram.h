// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/measure/divergence.h"
#include "core/results/metrics.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ql::analysis {

/// How often the values of two arrays fall into 2,048 equal bins over [low, high].
struct PairHistogram {
    double low = 0.0;
    double high = 0.0;
    std::vector<std::uint64_t> x;
    std::vector<std::uint64_t> y;
    std::uint64_t count = 0; ///< pairs: what either side's bins add up to
};

/// Counts the pairs of which both elements are finite. Value v falls into bin ⌊(v − low)·2048/(high − low)⌋, the
/// highest value into the last bin; when low = high, all into the first. @p finite says how many pairs these are.
/// @pre low and high bound the finite elements
PairHistogram countPairs(const float* x, const float* y, std::size_t n, double low, double high, std::size_t finite,
                         std::size_t threads);

/// Sums of as many neighbours as make @p count bins. @pre fine.size() / count and count are powers of two, count ≥ 16
std::vector<std::uint64_t> mergedBins(const std::vector<std::uint64_t>& fine, std::size_t count);

Divergence divergenceOf(const PairHistogram& histogram);

/// How the finite pairs of two arrays spread over 2,048 equal bins.
struct PairSpread {
    Divergence divergence;
    results::HistogramPair shown; ///< 256 bins
};

/// @p finite of the @p n pairs are finite, and lie in [low, high]. As of countPairs(), which many pairs are counted by.
PairSpread spreadOf(const float* x, const float* y, std::size_t n, double low, double high, std::size_t finite,
                    std::size_t threads);

} // namespace ql::analysis
