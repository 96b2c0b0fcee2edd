// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/measure/bins.h"

#include <array>

namespace ql::analysis {

/// Kullback-Leibler divergence of two histograms and the Jensen-Shannon divergence, in nats. Counts are divided by
/// their total; an empty bin counts as 1e-12 (the others are not rescaled). JS = ½KL(p‖m) + ½KL(q‖m), m = (p + q)/2.
struct Divergence {
    double kl = 0.0;
    double js = 0.0;
};

/// The counts of the bins that differ between two histograms, in order. Equal shares add nothing; most bins of a small
/// tensor are empty on both sides.
template <typename Count>
struct DifferingCounts {
    alignas(64) std::array<Count, kDivergenceBins + kBinSlack> x; ///< the first used ones; not initialized
    alignas(64) std::array<Count, kDivergenceBins + kBinSlack> y;
    std::size_t used = 0;
};

/// Of histograms of @p total values each. What follows the counts in use is overwritten.
Divergence divergenceOf(DifferingCounts<double>& counts, double total);
Divergence divergenceOf(DifferingCounts<std::int32_t>& counts, double total);

} // namespace ql::analysis
