// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace ql::ops {

/// Rows up to this many elements in all are added here; LibTorch may share more among threads.
constexpr std::size_t kMostSummedElements = 32767;

/// The sum of each row of @p columns elements divided by @p divisor, on the calling thread. Added as LibTorch does:
/// eight interleaved sums of four each, every sixteen additions passed on to a sum of the next level.
void sumRows(const float* x, float* sums, std::size_t rows, std::size_t columns, float divisor);

} // namespace ql::ops
