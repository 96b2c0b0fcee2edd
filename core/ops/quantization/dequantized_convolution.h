// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/quantization/remembered_operands.h"

#include <optional>

namespace ql::ops {

/// What a Conv keeps of a weight that a DequantizeLinear gives.
struct DequantizedFilters {
    Remembered<std::optional<ScaledOperand>> weight; ///< nothing where it holds other numbers
    Remembered<PackedFilters> packed;
};

/// The convolution of float32 numbers that both stand for 8-bit integers, as @p call knows from the graph: integers are
/// recovered, their products summed exactly, and sums times both scales, plus the bias, rounded in float32, which lies
/// closer to the real number than sums of rounded products do. @p epilogue follows on them.
/// Nothing where a factor holds any other number (somebody put another tensor in its place), or where floats take no
/// longer: that depends on sizes alone, neither on the number of samples nor on threads.
std::optional<Tensor> dequantizedConvolution(const KernelCall& call, const ConvolutionAttributes& attributes,
                                             const FloatEpilogue& epilogue, DequantizedFilters& memory);

} // namespace ql::ops
