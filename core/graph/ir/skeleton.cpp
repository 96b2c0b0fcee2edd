// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/ir/skeleton.h"

#include <algorithm>

namespace ql::graph {

namespace {

constexpr std::size_t kMostElements = 1024;

TensorData trimmed(const TensorData& data)
{
    const bool isString = data.type() == DataType::String;
    if (data.size() <= kMostElements && !isString)
        return data;
    return isString ? TensorData::ofStrings({0}, {}) : TensorData::copyOf(data.type(), {0}, {});
}

void addValue(Graph& copy, const Graph& graph, ValueId id)
{
    const auto& value = graph.value(id);
    if (value.initializer) {
        copy.addInitializer(value.name, trimmed(*value.initializer));
        copy.setType(id, value.type);
        if (value.shape)
            copy.setShape(id, *value.shape);
    } else if (std::ranges::find(graph.inputs(), id) != graph.inputs().end()) {
        copy.addInput(value.name, value.type, value.shape);
    } else {
        copy.addValue(value.name, value.type, value.shape);
    }
}

Attributes withoutBodies(const Attributes& attributes)
{
    Attributes kept;
    for (const auto& [name, value] : attributes.entries()) {
        if (const auto* data = std::get_if<TensorData>(&value))
            kept.set(name, trimmed(*data));
        else if (!std::holds_alternative<GraphPointer>(value)
                 && !std::holds_alternative<std::vector<GraphPointer>>(value))
            kept.set(name, value);
    }
    return kept;
}

} // namespace

Graph skeletonOf(const Graph& graph)
{
    Graph copy(graph.name());
    for (const auto& [domain, version] : graph.opsets())
        copy.setOpset(domain, version);
    for (std::size_t i = 0; i < graph.valueCount(); ++i)
        addValue(copy, graph, ValueId{std::int32_t(i)});
    for (const auto& node : graph.nodes())
        copy.addNode({node.name, node.hasMadeUpName, node.domain, node.opType, node.opset, node.scope, node.inputs,
                      node.outputs, node.captures, withoutBodies(node.attributes)});
    for (const auto output : graph.outputs())
        copy.addOutput(output);
    for (const auto& handed : graph.handedThrough())
        if (!copy.findValue(handed.name))
            copy.addHandedThrough(handed);
    return copy;
}

} // namespace ql::graph
