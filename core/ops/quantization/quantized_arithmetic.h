// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/quantization/quantization_parameters.h"

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

} // namespace ql::ops
