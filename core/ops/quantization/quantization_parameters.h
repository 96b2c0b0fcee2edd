// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/graph/ir/tensor_data.h"
#include "core/ops/tensor.h"

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace ql::ops {

/// How scales and zero points spread over a tensor's elements: one for all, one per slice along an axis, or one per
/// block along an axis. Cuts the tensor into runs of neighbours that share a scale or step through the scales.
class QuantizationLayout {
public:
    struct Run {
        std::int64_t begin = 0; ///< position of the first element
        std::int64_t count = 0;
        std::int64_t parameter = 0; ///< position of the first element's scale
        bool isStepping = false;    ///< each element has its own scale: parameter, parameter + 1 …
    };

    static QuantizationLayout perTensor(std::int64_t elementCount);
    /// @pre 0 ≤ axis < rank
    static QuantizationLayout perAxis(const graph::Shape& shape, std::int64_t axis);
    /// Blocks of @p blockSize along @p axis, the last one may be shorter; scales lie as a tensor of the blocks' shape.
    static QuantizationLayout blocked(const graph::Shape& shape, std::int64_t axis, std::int64_t blockSize);

    /// Runs on several threads when the tensor is large; @p body must not throw.
    void forEachRun(const std::function<void(const Run&)>& body) const;
    std::int64_t elementCount() const { return m_elementCount; }

private:
    QuantizationLayout(const graph::Shape& shape, std::int64_t axis, std::int64_t blockSize);
    std::int64_t runCount() const;
    Run run(std::int64_t index) const;
    Run runOfRows(std::int64_t row) const;
    Run runOfLastAxis(std::int64_t index) const;

    std::int64_t m_elementCount = 0;
    std::int64_t m_outer = 1;
    std::int64_t m_axis = 1; ///< length of the channel axis; 0 stands for per tensor
    std::int64_t m_inner = 1;
    std::int64_t m_blockSize = 0; ///< 0 = per axis
};

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
