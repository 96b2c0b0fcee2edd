// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace ql::quant {

/// Numbers [channels, size], each channel with a step and a zero point of its own.
struct StepRows {
    const float* x = nullptr;
    std::int64_t channels = 1;
    std::int64_t size = 0;
    const float* scales = nullptr;     ///< one per channel
    const float* zeroPoints = nullptr; ///< likewise
    float lowest = 0.0f;               ///< of the integers
    float highest = 0.0f;
};

/// Each number quantized and dequantized: (clamp(round(x / scale) + zero) − zero) · scale, halves to even; NaN stays.
/// The calling thread's threads share it.
void quantizeRows(const StepRows& rows, float* y);

/// Of one channel: sums over its numbers, of what the results' derivatives are times …
struct StepSums {
    double byScale = 0.0;  ///< … how the result changes with the scale
    double byOffset = 0.0; ///< … 1 where the number is beyond the range
};

/// @p by is how the cost changes with each result, @p byX how it changes with each number: the same within the range,
/// nothing beyond. By the scale a result within changes by round(v) − v, v = x / scale (LSQ, equation 3), one beyond by
/// its bound less @p origin, one number per channel. Sums of pieces of fixed size: no number depends on threads.
/// @p sums has room for every channel.
void differentiateRows(const StepRows& rows, const float* by, const float* origin, float* byX, StepSums* sums);

} // namespace ql::quant
