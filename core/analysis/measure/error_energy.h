// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/tensor.h"

#include <cstdint>

namespace ql::analysis {

/// Signal and error of a value, summed over outputs and samples.
struct ErrorEnergy {
    double signal = 0.0;
    double error = 0.0;
    double largest = 0.0; ///< difference of one element
    std::uint64_t elements = 0;
    bool isBroken = false; ///< NaN or infinite elements where the baseline has none, or another size

    void add(const ops::Tensor& baseline, const ops::Tensor& other);
    /// SQNR: inf without an error, -inf without a signal, NaN when broken.
    double db() const;
};

} // namespace ql::analysis
