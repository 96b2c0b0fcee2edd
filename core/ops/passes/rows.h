// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/passes/extremum_index.h"

#include <cstddef>

namespace ql::ops {

/// Rows up to this many elements in all are added here; LibTorch may share more among threads.
constexpr std::size_t kMostSummedElements = 32767;

/// The sum of each row of @p columns elements divided by @p divisor, on the calling thread. Added as LibTorch does:
/// eight interleaved sums of four each, every sixteen additions passed on to a sum of the next level.
void sumRows(const float* x, float* sums, std::size_t rows, std::size_t columns, float divisor);

/// y[row] = the extremum of each of @p rows rows of @p size numbers, NaN where one is; of ±0 either. In vectors, on the
/// calling thread. @pre size > 0
void takeRowExtremes(Extremum extremum, const float* x, float* y, std::size_t rows, std::size_t size);

/// y = e^(x - the row's greatest) / Σ of these, of each of @p rows rows of @p size numbers, in vectors, on the calling
/// thread; y may be x. What a row becomes depends on nothing but its numbers: NaN everywhere where one is NaN or ∞, or
/// all are -∞. @pre size > 0
void softmaxRows(const float* x, float* y, std::size_t rows, std::size_t size);

} // namespace ql::ops
