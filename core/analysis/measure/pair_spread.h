// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/measure/divergence.h"
#include "core/results/metrics.h"

namespace ql::analysis {

/// How the finite pairs of two arrays spread over 2,048 equal bins.
struct PairSpread {
    Divergence divergence;
    results::HistogramPair shown; ///< 256 bins
};

/// @p finite of the @p n pairs are finite, and lie in [low, high]. As of countPairs(), which many pairs are counted by.
PairSpread spreadOf(const float* x, const float* y, std::size_t n, double low, double high, std::size_t finite,
                    std::size_t threads);

} // namespace ql::analysis
