// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace ql::ops {

enum class Extremum { Highest, Lowest };

/// For each of @p columns numbers from @p x on the first of the @p count that lie @p stride apart below it, which is
/// the extremum: its index in 0 … count - 1. NaN outdoes all. In vectors, on the calling thread. @pre 0 < count < 2^31
void findExtremum(Extremum extremum, const float* x, std::int64_t* index, std::int64_t columns, std::int64_t count,
                  std::int64_t stride);

} // namespace ql::ops
