// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/tensor_data.h"
#include "core/ops/tensor.h"
#include "core/quant/integer_format.h"
#include "core/quant/quant_settings.h"

#include <span>

namespace ql::quant {

/// Which of @p codes stands for the real number nearest to @p value, in float32: the first of equally near ones.
/// @pre there are some
std::size_t nearestCode(float value, float scale, std::span<const std::int32_t> codes);

/// The integers that QuantizeLinear makes of @p floats: saturate(roundHalfEven(x / scale) + zero point), divided in
/// float32; with codes, the nearest code. Several scales stand for the indices of @p axis. @throws Error
/// (ShapeMismatch)
graph::TensorData quantizedConstant(const graph::TensorData& floats, const Parameters& parameters,
                                    const IntegerFormat& format, std::int64_t axis);

/// The same of a weight, unless the library that has its observer rounds weights itself (quantloupe/observers.h).
graph::TensorData quantizedWeight(const graph::TensorData& floats, const Parameters& parameters,
                                  const QuantizerSettings& settings, std::int64_t axis);

/// What DequantizeLinear makes of them: (integer - zero point) · scale in float32. @throws Error (ShapeMismatch)
graph::TensorData dequantizedConstant(const graph::TensorData& integers, const Parameters& parameters,
                                      std::int64_t axis);

/// round(b / scale) in int32, saturated; one scale, or one per index of the last axis.
graph::TensorData quantizedBias(const graph::TensorData& bias, std::span<const float> scales);

/// Quantized and dequantized, per tensor, in float32: what a QuantizeLinear and a DequantizeLinear node do together.
ops::Tensor fakeQuantized(const ops::Tensor& x, const Parameters& parameters, const IntegerFormat& format);

/// Scales as a constant: a scalar for a single one, else a vector.
graph::TensorData scaleConstant(std::span<const float> scales);
/// Zero points in @p type, shaped as the scales.
graph::TensorData zeroPointConstant(std::span<const std::int32_t> zeroPoints, graph::DataType type);

} // namespace ql::quant
