// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/quantization/recovered_operands.h"

namespace ql::ops {

/// What a Conv keeps of a weight that a DequantizeLinear gives.
struct DequantizedFilters {
    RememberedWeight weight;
    Remembered<PackedFilters> packed;
};

/// Whether the graph says that both factors of @p call hold integers, and a sample has so many products that floats
/// take longer. @p outputPlane: outputs of a filter. Windows of one axis are left to floats: see planeConvolved() of
/// Conv.
bool isWorthIntegers(const KernelCall& call, std::int64_t outputPlane);
/// The convolution of recovered integers (recovered_operands.h), the bias added in float32; @p epilogue follows.
/// Nothing where a factor holds other numbers. @pre isWorthIntegers()
std::optional<Tensor> dequantizedConvolution(const KernelCall& call, const ConvolutionAttributes& attributes,
                                             const FloatEpilogue& epilogue, DequantizedFilters& memory);

} // namespace ql::ops
