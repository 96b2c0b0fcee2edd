// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/ops/quantization/exact_integer.h"
#include "core/ops/quantization/quantization_parameters.h"

namespace ql::ops {

enum class Granularity { PerTensor, PerChannel };

/// An 8-bit operand minus its zero point (0 when omitted), which is checked: type, and one element or, where
/// allowed, one per index of @p channelAxis (negative counts from the end). @p name is "x", "w" … for errors.
CentredIntegers centredOperand(const Tensor& operand, const Tensor& zeroPoint, const Message& name,
                               std::int64_t channelAxis, Granularity granularity);

/// A quantized operand and the scales that belong to it.
struct ScaledOperand {
    CentredIntegers integers;
    std::vector<float> scales;
};
/// The same with scales.
ScaledOperand scaledOperand(const Tensor& operand, const Tensor& scale, const Tensor& zeroPoint, const Message& name,
                            std::int64_t channelAxis, Granularity granularity);

} // namespace ql::ops
