// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace ql::ops {

/// Scales and zero points of both operands and the result.
struct BinaryParameters {
    float aScale, bScale, yScale;
    float aZero, bZero, yZero;
};

/// Element-wise on 8-bit integers. ONNX Runtime's order of operations: zero points gathered in one constant, fused
/// multiply-add for b, then for a, rounded once each; NaN gives the lowest integer.
void addQuantized(const std::int8_t* a, const std::int8_t* b, std::int8_t* y, std::size_t count,
                  const BinaryParameters& parameters);
void addQuantized(const std::uint8_t* a, const std::uint8_t* b, std::uint8_t* y, std::size_t count,
                  const BinaryParameters& parameters);
/// Likewise: the zero point is added before rounding, so ties go to even results.
void multiplyQuantized(const std::int8_t* a, const std::int8_t* b, std::int8_t* y, std::size_t count,
                       const BinaryParameters& parameters);
void multiplyQuantized(const std::uint8_t* a, const std::uint8_t* b, std::uint8_t* y, std::size_t count,
                       const BinaryParameters& parameters);

} // namespace ql::ops
