// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/passes/extremum_index.h"

#include <cstddef>

namespace ql::ops {

/// y[row] = the extremum of each of @p rows rows of @p size numbers, NaN where one is; of ±0 either. In vectors, on the
/// calling thread. @pre size > 0
void takeRowExtremes(Extremum extremum, const float* x, float* y, std::size_t rows, std::size_t size);

} // namespace ql::ops
