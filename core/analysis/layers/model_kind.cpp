// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layers/model_kind.h"

#include "core/graph/operators/op_kind.h"

namespace ql::analysis {

namespace {

struct Traits {
    bool isDynamic = false;
    bool hasIntegerOperators = false;
    bool hasQuantizers = false;
};

bool isDynamic(const graph::Node& node)
{
    return node.opType.starts_with("DynamicQuantize") || node.opType.find("Integer") != std::string::npos;
}

void collect(const graph::Graph& graph, Traits& traits)
{
    for (const auto& node : graph.nodes()) {
        const auto kind = graph::opKind(node);
        if (isDynamic(node))
            traits.isDynamic = true;
        else if (graph::isIntegerOperator(node))
            traits.hasIntegerOperators = true;
        else if (kind == graph::OpKind::Quantize || kind == graph::OpKind::Dequantize)
            traits.hasQuantizers = true;
        forEachBody(node, [&](const graph::Graph& body) { collect(body, traits); });
    }
}

} // namespace

std::string modelKind(const graph::Graph& graph)
{
    Traits traits;
    collect(graph, traits);
    if (traits.isDynamic)
        return traits.hasIntegerOperators ? "mixed" : "dynamic";
    if (traits.hasIntegerOperators)
        return "QOperator";
    return traits.hasQuantizers ? "QDQ" : "float";
}

} // namespace ql::analysis
