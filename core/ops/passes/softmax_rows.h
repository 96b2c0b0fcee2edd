// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace ql::ops {

/// y = e^(x - the row's greatest) / Σ of these, of each of @p rows rows of @p size numbers, in vectors, on the calling
/// thread; y may be x. What a row becomes depends on nothing but its numbers: NaN everywhere where one is NaN or ∞, or
/// all are -∞. @pre size > 0
void softmaxRows(const float* x, float* y, std::size_t rows, std::size_t size);

} // namespace ql::ops
