// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace ql::ops {

enum class Extremum { Highest, Lowest };

/// For each of @p columns numbers from @p x on the first of the @p count that lie @p stride apart below it, which is
/// the extremum: its index in 0 … count - 1. NaN outdoes all. In vectors, on the calling thread. @pre 0 < count < 2^31
void findExtremum(Extremum extremum, const float* x, std::int64_t* index, std::int64_t columns, std::int64_t count,
                  std::int64_t stride);
/// The same of each of @p rows rows of @p size numbers that lie side by side. @pre 0 < size < 2^31
void findRowExtremum(Extremum extremum, const float* x, std::int64_t* index, std::int64_t rows, std::int64_t size);

} // namespace ql::ops
