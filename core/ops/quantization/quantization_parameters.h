// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/ops/quantization/quantization_layout.h"
#include "core/ops/tensor.h"

#include <string_view>
#include <vector>

namespace ql::ops {

/// Scales and zero points of a quantized tensor; equally many of both.
struct QuantizationParameters {
    std::vector<float> scales;
    std::vector<std::int32_t> zeroPoints;

    bool isPerTensor() const { return scales.size() == 1; }
};

/// The elements of a scale tensor (float32, float16 or bfloat16) in float32. @throws Error (TypeMismatch)
std::vector<float> readScales(const Tensor& scale, const Message& what);
/// The elements of a zero point tensor, or one 0 when it is omitted. @throws Error (TypeMismatch) unless of type
/// @p expected, the type of the tensor it belongs to.
std::vector<std::int32_t> readZeroPoints(const Tensor& zeroPoint, const Message& what, graph::DataType expected);
/// @throws Error (ShapeMismatch) "w_scale has 3 elements, expected 8 (channel axis 0)" unless @p found is 1 or @p
/// channels.
void expectParameterCount(std::size_t found, std::int64_t channels, const Message& what, std::int64_t channelAxis);
/// Both, named "<what>_scale" and "<what>_zero_point" in errors; single ones are repeated where the other is per
/// channel. @throws Error (ShapeMismatch) unless each has one element or @p channels.
QuantizationParameters readParameters(const Tensor& scale, const Tensor& zeroPoint, const Message& what,
                                      graph::DataType type, std::int64_t channels, std::int64_t channelAxis);
/// Both, per tensor only.
QuantizationParameters readPerTensor(const Tensor& scale, const Tensor& zeroPoint, const Message& what,
                                     graph::DataType type);
/// The type that a zero point gives to a quantizer's output, @p fallback when it is omitted.
graph::DataType zeroPointType(const Tensor& zeroPoint, graph::DataType fallback);
/// @throws Error (TypeMismatch) unless @p tensor is int8 or uint8.
void expectEightBit(const Tensor& tensor, const Message& what);
/// @throws Error (ShapeMismatch) "input 8 (B) has shape 3, expected 8"
void expectShape(const Tensor& tensor, const Message& what, const graph::Shape& expected);

/// How QuantizeLinear and DequantizeLinear read their parameters.
struct LinearQuantization {
    QuantizationLayout layout;
    QuantizationParameters parameters;
};
/// Per tensor for a single scale, per channel of @p axis for a vector, blocked for @p blockSize > 0. @p what is "x" or
/// "y" for errors. @throws Error (InvalidNode, ShapeMismatch, TypeMismatch)
LinearQuantization linearQuantization(const graph::Shape& shape, const Tensor& scale, const Tensor& zeroPoint,
                                      const Message& what, graph::DataType type, std::int64_t axis,
                                      std::int64_t blockSize);

} // namespace ql::ops
