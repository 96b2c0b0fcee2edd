// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <cstdint>
#include <span>

namespace ql::graph {

/// The role a node plays for a reader of the comparison.
enum class OpKind {
    Compute,      ///< changes numbers: a layer
    DataMovement, ///< moves or reinterprets elements without changing them (Reshape, Transpose, Concat, Slice …)
    Constant,     ///< Constant, ConstantOfShape, Shape, Range … : makes values that depend on no data
    Quantize,     ///< QuantizeLinear, DynamicQuantizeLinear (float → integer)
    Dequantize,   ///< DequantizeLinear (integer → float)
    Cast,         ///< Cast, CastLike, Identity
    Control       ///< If, Loop, Scan
};

/// By domain and operator name; unknown operators are Compute.
OpKind opKind(const Node& node);

/// Whether @p node computes on integers directly: QLinear*, *Integer, DynamicQuantize*, QGemm, QAttention …
bool isIntegerOperator(const Node& node);

/// Whether the node only moves elements, so that its output's quantizer must agree with its input's.
inline bool movesDataOnly(const Node& node)
{
    return opKind(node) == OpKind::DataMovement;
}

/// Multiply-accumulate operations of one node, given its concrete input and output shapes (empty where unknown):
/// Conv = output elements × kernel elements × input channels / groups; Gemm, MatMul = output elements × inner
/// dimension; recurrent operators = steps × gates × hidden × (input + hidden). Quantized forms (ConvInteger,
/// QLinearConv, QGemm …) likewise. 0 for everything that multiplies nothing. Worked example: a 1×1 Conv 3→3
/// on 32×32 has 9216.
std::uint64_t multiplyAccumulates(const Node& node, std::span<const Shape> inputs, std::span<const Shape> outputs);

/// Whether multiplyAccumulates() has a formula for @p node: a 0 then means that shapes are missing.
bool multiplies(const Node& node);

} // namespace ql::graph
