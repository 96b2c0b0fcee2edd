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
using DequantizedColumns = Remembered<std::optional<PackedWeight>>;

/// All that a MatMul or Gemm keeps of input 1.
struct WeightMemory {
    Remembered<at::Tensor> inOrder;
    DequantizedColumns integers;
};

/// x · w of recovered integers (recovered_operands.h): input 0 of @p call, whose last axis is summed over, by input 1,
/// a constant matrix [depth, columns], or its transpose. Nothing where a factor holds other numbers, or w is so small
/// that it is left to floats.
std::optional<at::Tensor> dequantizedProduct(const KernelCall& call, bool isTransposed, DequantizedColumns& memory);

} // namespace ql::ops
