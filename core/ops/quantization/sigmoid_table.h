// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Sigmoid and hyperbolic tangent of 16-bit integers as TensorFlow Lite's reference kernels compute them: between the
// elements of one table of sigmoid(i / 24) in fractions of 2^16, since tanh(x) = 2 · sigmoid(2x) − 1.

#include <cstdint>

namespace ql::ops {

/// How integers become what the table is entered with: integer · multiplier / 2^shift, rounded, is 3 · 2^12 times the
/// real number.
struct TableScale {
    std::int32_t multiplier = 0;
    int shift = 0;
};

/// For integers that stand for multiples of @p scale. @pre @p scale is positive
TableScale tableScale(double scale);

/// 1 / (1 + e^-x) as a fraction of 2^15. @pre @p x fits 16 bits
std::int32_t tabledLogistic(std::int32_t x, TableScale scale);
/// tanh(x) as a fraction of 2^15. @pre @p x fits 16 bits
std::int32_t tabledTanh(std::int32_t x, TableScale scale);

} // namespace ql::ops
