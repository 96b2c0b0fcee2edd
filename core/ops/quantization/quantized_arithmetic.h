// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/ops/quantization/quantization_parameters.h"
#include "core/ops/tensor.h"

#include <cstdint>
#include <vector>

namespace ql::ops {

/// saturate(roundHalfEven(x / scale) + zeroPoint), divided in float32 exactly as ONNX defines it (ATen multiplies by
/// the inverse and differs). NaN becomes the lowest integer, as in ONNX Runtime.
Tensor quantize(const at::Tensor& x, const QuantizationLayout& layout, const QuantizationParameters& parameters,
                graph::DataType type);
/// (x - zeroPoint) · scale in float32.
at::Tensor dequantize(const at::Tensor& x, const QuantizationLayout& layout, const QuantizationParameters& parameters);
Tensor quantize(const at::Tensor& x, const QuantizationParameters& perTensor, graph::DataType type);
at::Tensor dequantize(const at::Tensor& x, const QuantizationParameters& perTensor);

/// How int32 accumulators become a quantized tensor.
struct Requantization {
    std::vector<float> multipliers; ///< input scales / output scale: one, or one per channel
    std::vector<std::int32_t> bias; ///< one per channel, or none
    std::int32_t zeroPoint = 0;
    graph::DataType type = graph::DataType::UInt8;
};
/// x · w / y for each weight scale, in float32 and in this order, as ONNX Runtime does.
std::vector<float> outputMultipliers(float xScale, const std::vector<float>& wScales, float yScale);
/// float(accumulator) · multiplier: one for all, or one per index of the last axis.
at::Tensor scaled(const at::Tensor& accumulators, const std::vector<float>& multipliers);
/// saturate(roundHalfEven(float(accumulator + bias) · multiplier) + zeroPoint); channels along @p channelAxis.
Tensor requantize(const at::Tensor& accumulators, std::int64_t channelAxis, const Requantization& requantization);

/// Calls @p body with a zero of the C++ type in which ATen stores integers of that type. @throws Error (TypeMismatch)
template <typename Body>
void withStorage(at::ScalarType type, Body&& body)
{
    switch (type) {
    case at::kChar: return body(std::int8_t{});
    case at::kByte: return body(std::uint8_t{});
    case at::kShort: return body(std::int16_t{});
    case at::kInt: return body(std::int32_t{});
    default:
        throw Error(ErrorCode::TypeMismatch,
                    Message("element type {} is not a quantized integer", c10::toString(type)));
    }
}

template <typename Body>
void withStorage(graph::DataType type, Body&& body)
{
    if (!graph::isQuantizedInteger(type))
        throw Error(ErrorCode::TypeMismatch,
                    Message("type {} is not a quantized integer of 4 to 16 bits", graph::name(type)));
    withStorage(storageType(type), std::forward<Body>(body));
}

/// @p value rounded half to even and clamped; NaN gives @p lowest. @pre the limits are integers below 2^22:
/// adding and subtracting 1.5 · 2^23 then rounds exactly, and compilers vectorise it on every machine.
inline float roundWithin(float value, float lowest, float highest)
{
    constexpr float kRounder = 12582912.0f;
    const float raised = value > lowest ? value : lowest;
    const float clamped = raised < highest ? raised : highest;
    return (clamped + kRounder) - kRounder;
}

/// A float tensor quantized to uint8 with the scale and zero point that its own range, widened to hold 0, asks for.
struct DynamicallyQuantized {
    Tensor values;
    float scale = 1.0f;
    std::int32_t zeroPoint = 0;
};

/// The formula of ONNX's DynamicQuantizeLinear. A range of zero gets scale 1 as in ONNX Runtime; NaN is passed over
/// when the range is looked for.
DynamicallyQuantized quantizeDynamically(const at::Tensor& x);

} // namespace ql::ops
