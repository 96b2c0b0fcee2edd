// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/model_weights.h"

#include <functional>
#include <vector>

namespace ql::analysis {

/// Two weights that hold nearly the same numbers.
struct AlikeWeights {
    std::size_t baseline = 0;
    std::size_t analysis = 0;
    double correlation = 0.0;
};

/// Whether weight number b of the baseline may be paired with number a of the analysis model at all.
using MayPair = std::function<bool(std::size_t b, std::size_t a)>;

/// Pairs weights whose numbers correlate by more than 0.95, if neither has another candidate nearly as good: quantized
/// weights stay that much alike, and two layers never are by chance. Reads every weight that has a candidate once; a
/// weight that can't be read has no pair.
std::vector<AlikeWeights> pairByContent(const std::vector<ModelWeight>& baseline,
                                        const std::vector<ModelWeight>& analysis, const MayPair& mayPair);

} // namespace ql::analysis
