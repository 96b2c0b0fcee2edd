// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/quantization/recovered_operands.h"

namespace ql::ops {

/// What a MatMul or Gemm keeps of a weight that a DequantizeLinear gives: a fourth of its bytes.
struct PackedWeight {
    IntegerOperand operand; ///< of its integers only the shape
    std::vector<float> multipliers;
    std::shared_ptr<const IntegerColumns> columns;
};
using DequantizedColumns = OperandCache<std::optional<PackedWeight>>;

/// All that a MatMul or Gemm keeps of input 1.
struct WeightMemory {
    OperandCache<at::Tensor> inOrder;
    DequantizedColumns integers;
};

/// x · w of recovered integers (recovered_operands.h): input 0 of @p call, whose last axis is summed over, by input 1,
/// a constant matrix [depth, columns], or its transpose. Nothing where a factor holds other numbers, or w is so small
/// that it is left to floats.
std::optional<at::Tensor> dequantizedProduct(const KernelCall& call, bool isTransposed, DequantizedColumns& memory);

/// What a Conv keeps of a weight that a DequantizeLinear gives.
struct DequantizedFilters {
    CachedWeight weight;
    OperandCache<PackedFilters> packed;
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
