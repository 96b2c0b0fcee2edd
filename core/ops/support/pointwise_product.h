// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace ql::ops {

/// Sizes of y[m][n] = Σ_k weight[m][k] · x[k][n] + bias[m].
struct ProductSizes {
    std::int64_t rows = 0;    ///< m: output channels
    std::int64_t columns = 0; ///< n: positions
    std::int64_t depth = 0;   ///< k: input channels
};

/// A 1×1 convolution of one sample as a matrix product; everything contiguous, @p bias may be null.
///
/// Every element is summed from the first channel to the last with fused multiply-adds, the bias last, whatever the
/// number of threads. (oneDNN's 1×1 convolution rounds differently on two threads than on one, and after a quantizer
/// that shows.)
void multiplyPointwise(const float* weight, const float* x, const float* bias, float* y, const ProductSizes& sizes);

} // namespace ql::ops
