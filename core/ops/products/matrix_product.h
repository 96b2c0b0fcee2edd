// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace ql::ops {

struct MatrixSizes {
    std::int64_t rows = 0;    ///< of x and y
    std::int64_t depth = 0;   ///< columns of x, rows of w
    std::int64_t columns = 0; ///< of w and y
};

/// y = x · w + bias, all row-major and contiguous; @p bias is one per column, or null. Sums run along depth one by one,
/// each product and sum rounded once (fused), the bias comes last: no number depends on threads, nor on how many rows
/// are multiplied together. Uses the calling thread's OpenMP threads.
void multiplyMatrices(const float* x, const float* w, const float* bias, float* y, const MatrixSizes& sizes);

} // namespace ql::ops
