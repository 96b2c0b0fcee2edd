// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/layer_values.h"

#include <cstddef>

namespace ql::analysis {

/// Two tensors of one shape as contiguous floats, which must outlive it.
struct FloatPair {
    const float* x = nullptr; ///< of the baseline
    const float* y = nullptr; ///< of the analysis model
    std::vector<std::int64_t> shape;

    std::size_t size() const;
};

/// Density and sample as core/results/layer_values.h defines them.
results::ValuePairs pairValues(const FloatPair& tensors, const results::PairsChoice& choice);

} // namespace ql::analysis
