// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/quantization/recovered_operands.h"

namespace ql::ops {

/// What a Conv keeps of a weight that a DequantizeLinear gives.
struct DequantizedFilters {
    RememberedWeight weight;
    Remembered<PackedFilters> packed;
};

/// The convolution of recovered integers (recovered_operands.h), the bias added in float32; @p epilogue follows.
/// Nothing where a factor holds other numbers, or a sample has so few products that it is left to floats.
std::optional<Tensor> dequantizedConvolution(const KernelCall& call, const ConvolutionAttributes& attributes,
                                             const FloatEpilogue& epilogue, DequantizedFilters& memory);

} // namespace ql::ops
