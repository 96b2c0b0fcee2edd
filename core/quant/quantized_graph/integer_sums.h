// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/quantized_graph/quantized_parts.h"

#include <optional>

namespace ql::quant {

/// What a product of integers multiplies.
struct IntegerFactor {
    graph::ValueId integers;
    ScaleValues scales;
    const Parameters& parameters;
    bool isConstant = false;
};

/// A convolution or a matrix product of integers whose result is read in float.
struct IntegerSums {
    const graph::Node& node; ///< the float operator: Conv, MatMul or Gemm
    IntegerFactor x;
    IntegerFactor w;
    std::optional<graph::TensorData> bias; ///< int32, in steps of the sums
    bool isWide = false;                   ///< more than 8 bits, which operators of our own take
};

/// Adds ConvInteger or MatMulInteger, which sum exactly, an Add of the bias, a Cast and the Mul with both scales that
/// makes @p output of them. The first is named as the float operator.
void addIntegerSums(graph::Graph& graph, QuantizedParts& parts, const IntegerSums& sums, graph::ValueId output);

} // namespace ql::quant
