// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace ql::ops {

// One pass over float32 arrays each, in vectors, on the calling thread. They see no ATen. Every element is computed
// alike, whatever its position and the processor: every operation rounded. NaN stays NaN; ±0 as in LibTorch.

enum class UnaryMap {
    Abs,
    Clip,        ///< to @p first … @p second, neither NaN; @p second where they cross
    HardSigmoid, ///< x · first + second, clipped to 0 … 1
    HardSwish,   ///< x · clip(x / 6 + 0.5, 0, 1)
    LeakyRelu,   ///< @p first is the slope below 0
    Negative,
    Reciprocal,
    Relu,
    Softsign, ///< x / (1 + |x|)
    Square,
    SquareRoot,
};
/// y may be x.
void mapElements(UnaryMap map, const float* x, float* y, std::size_t count, float first = 0.0f, float second = 0.0f);

enum class BinaryMap {
    Add,
    Divide,
    Largest,
    Multiply,
    ScaleNegative, ///< left · right where left is below 0 (or NaN), else left: PRelu
    Smallest,
    Subtract
};
/// How many elements an operand has: one for each of the result's, or a single one for all.
enum class OperandShape { BothFull, SingleLeft, SingleRight };
/// y may be an operand.
void mapElements(BinaryMap map, OperandShape shape, const float* left, const float* right, float* y, std::size_t count);

/// y = x · scale + shift, rounded once where the processor can, as LibTorch's batch normalization.
void scaleAndShift(const float* x, float* y, std::size_t count, float scale, float shift);

} // namespace ql::ops
