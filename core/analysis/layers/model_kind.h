// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <string>

namespace ql::analysis {

/// How a model is quantized, by the operators in it and in its bodies:
/// "dynamic" computes on integers made while it runs (DynamicQuantize…, ConvInteger, MatMulInteger),
/// "QOperator" has integer operators with constant scales (QLinearConv, QGemm …), "mixed" has both,
/// "QDQ" computes in float between DequantizeLinear and QuantizeLinear, "float" has none of these.
std::string modelKind(const graph::Graph& graph);

/// Calls @p visit with every graph in @p node's attributes.
template <typename Visit>
void forEachBody(const graph::Node& node, Visit&& visit)
{
    for (const auto& [name, value] : node.attributes.entries()) {
        if (const auto* body = std::get_if<graph::GraphPointer>(&value))
            visit(**body);
        if (const auto* bodies = std::get_if<std::vector<graph::GraphPointer>>(&value))
            for (const auto& body : *bodies)
                visit(*body);
    }
}

} // namespace ql::analysis
