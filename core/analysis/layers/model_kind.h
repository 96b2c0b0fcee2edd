// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <string>

namespace ql::analysis {

/// How a model is quantized, by the operators in it and in its bodies:
/// "dynamic" computes on integers made while it runs (DynamicQuantize…, ConvInteger, MatMulInteger),
/// "QOperator" has integer operators with constant scales (QLinearConv, QGemm …), "mixed" has both,
/// "QDQ" computes in float between DequantizeLinear and QuantizeLinear, "weight-only" has products that unpack weights
/// of few bits and nothing else of these ("mixed" with others), "float" has none.
std::string modelKind(const graph::Graph& graph);

} // namespace ql::analysis
