// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace ql::ops {

/// A window that slides over planes of float32; elements. Padding lies around a plane and is never read.
struct PoolSizes {
    std::int64_t planes = 0; ///< batches · channels
    std::int64_t inputRows = 1, inputColumns = 1;
    std::int64_t outputRows = 1, outputColumns = 1;
    std::int64_t kernelRows = 1, kernelColumns = 1;
    std::int64_t rowStride = 1, columnStride = 1;
    std::int64_t rowDilation = 1, columnDilation = 1;
    std::int64_t rowPad = 0, columnPad = 0; ///< at the begin, 0 or more
};

/// The largest element of each window that isn't padding; NaN where there is one, -∞ where there is nothing. Of ±0
/// either.
/// Runs on OpenMP's threads when there is much to do.
void takeLargest(const float* x, float* y, const PoolSizes& sizes);

/// The sum of each window, row by row, by the number of its elements, with @p countsPadding those of the padding too,
/// which is as wide at the end as at the begin. 0 where there is nothing. @pre no dilation
void takeMean(const float* x, float* y, const PoolSizes& sizes, bool countsPadding);

} // namespace ql::ops
