// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The integer arithmetic of TensorFlow Lite's reference kernels and of gemmlowp, which they are made of: real factors
// as 32-bit fractions and shifts, every product and every shift rounded by itself
// (https://arxiv.org/abs/1712.05877, section 2.2; gemmlowp, fixedpoint.h).

#include <cstdint>

namespace ql::ops {

/// A real factor: fraction · 2^(shift − 31).
struct FixedFactor {
    std::int32_t fraction = 0; ///< 2^30 … 2^31 − 1, or 0
    int shift = 0;             ///< positive to the left
};

/// The nearest one; 0 for what is below 2^-32. @pre 0 ≤ @p factor < 2^30
FixedFactor fixedFactor(double factor);

/// round(@p a · @p b / 2^31), halves away from zero; saturates.
std::int32_t highProduct(std::int32_t a, std::int32_t b);
/// round(@p x / 2^@p exponent), halves away from zero. @pre 0 ≤ @p exponent ≤ 31
std::int32_t dividedByPower(std::int32_t x, int exponent);
/// @p x · @p factor, rounded twice.
std::int32_t scaled(std::int32_t x, FixedFactor factor);
/// @p x · @p factor with 16 bits of the fraction, rounded once: for sums of 16-bit integers.
std::int32_t scaledWide(std::int64_t x, FixedFactor factor);

/// e^@p x for @p x ≤ 0 with @p integerBits bits before the point, as a fraction of 2^31.
std::int32_t fixedExponential(std::int32_t x, int integerBits);
/// 1 / (1 + @p x) for a fraction @p x of 2^31, as a fraction of 2^31.
std::int32_t fixedReciprocal(std::int32_t x);
/// 1 / (1 + e^-x) as a fraction of 2^31. @p x has @p integerBits bits before the point.
std::int32_t fixedLogistic(std::int32_t x, int integerBits);
/// tanh(x) as a fraction of 2^31. @p x has @p integerBits bits before the point.
std::int32_t fixedTanh(std::int32_t x, int integerBits);

/// The same of 16 bits, as fractions of 2^15. @pre @p x fits 16 bits, 0 ≤ @p integerBits ≤ 6
std::int32_t shortLogistic(std::int32_t x, int integerBits);
std::int32_t shortTanh(std::int32_t x, int integerBits);

/// 1 / sqrt(@p x), by Newton's steps; 1 for what isn't above it.
FixedFactor inverseSquareRoot(std::int32_t x);

} // namespace ql::ops
