// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/graph/operators/integer_signature.h"

#include <cstdint>
#include <optional>

namespace ql::quant {

using graph::IntegerOperand;
using graph::IntegerSignature;

/// QLinear*, QGemm, QAttention, *Integer, DynamicQuantize* (ONNX and com.microsoft operator pages); nothing for other
/// operators.
std::optional<IntegerSignature> integerSignature(const graph::Node& node);

/// Whether input @p slot holds data; the others are scales, zero points and settings.
bool isDataSlot(const IntegerSignature& signature, std::size_t slot);

/// Where the scale of @p operand comes from: its own input, or for ConvInteger and MatMulInteger the factor in the
/// product behind the Cast that follows. Invalid when it can't be told.
graph::ValueId scaleOf(const graph::Graph& graph, const graph::Node& node, const IntegerOperand& operand);

/// Along which the scales of @p operand, of @p rank axes, lie where it has several: graph::channelAxis(), else the
/// last.
std::int64_t channelAxis(const graph::Node& node, const IntegerOperand& operand, std::int64_t rank);

} // namespace ql::quant
