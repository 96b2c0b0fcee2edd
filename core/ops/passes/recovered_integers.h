// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace ql::ops {

/// Parameters of a DequantizeLinear, one of each for all elements of a pass or one per element, and the limits of its
/// integers.
struct LinearIntegers {
    const float* scales = nullptr;
    const std::int32_t* zeroPoints = nullptr;
    bool isStepping = false;
    std::int32_t lowest = 0; ///< -128 and 127, 0 and 255, or less
    std::int32_t highest = 255;
};

/// The inverse of dequantizeElements(): the integers q of which x = (q - zero point) · scale, rounded in float32, to
/// @p y as bytes (int8 as its bit pattern). One pass in vectors on the calling thread; it sees no ATen. Gives whether
/// every element is such a number; it ends soon after the first other one, and y holds anything then.
bool recoverIntegers(const float* x, std::uint8_t* y, std::size_t count, const LinearIntegers& integers);

} // namespace ql::ops
