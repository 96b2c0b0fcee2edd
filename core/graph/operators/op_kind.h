// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

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

} // namespace ql::graph
