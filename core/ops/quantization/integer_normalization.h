// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/quantization/fixed_point.h"

#include <span>
#include <vector>

namespace ql::ops {

/// How a gate of TensorFlow Lite's integer LSTMs normalizes its sums: to mean 0 and variance 1, times a factor and plus
/// a bias for each.
struct IntegerNormalization {
    std::vector<std::int32_t> factors;
    std::vector<std::int64_t> biases; ///< in fractions of 2^10 of the factors' scale
    FixedFactor scale;                ///< of the factors
    std::int32_t leastVariance = 1;   ///< stands for one below 1
};

/// For @p factors that stand for multiples of @p scale. @pre as many factors as biases
IntegerNormalization integerNormalization(std::vector<std::int32_t> factors, std::vector<std::int64_t> biases,
                                          float scale);

/// @p row of 16-bit integers in place, then in fractions of 2^12 that fit 16 bits. @pre as long as the factors
void normalizeIntegers(std::span<std::int32_t> row, const IntegerNormalization& normalization);

} // namespace ql::ops
