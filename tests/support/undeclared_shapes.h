// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph_copy.h"
#include "core/graph/ir/topology.h"
#include "core/graph/operators/shape_inference.h"

#include <algorithm>

namespace ql::tests {

/// @p graph as if its file declared no more than its inputs, those in @p constants being initializers, with the types
/// and shapes that our own inference finds. Values keep their ids.
inline graph::Graph inferredAnew(const graph::Graph& graph,
                                 const std::map<std::string, graph::TensorData>& constants = {})
{
    graph::Graph anew(graph.name());
    for (const auto& [domain, version] : graph.opsets())
        anew.setOpset(domain, version);
    for (std::size_t i = 0; i < graph.valueCount(); ++i) {
        const auto& value = graph.values()[i];
        const bool isInput = std::ranges::any_of(graph.inputs(), [i](graph::ValueId id) { return id.position() == i; });
        if (const auto constant = constants.find(value.name); isInput && constant != constants.end())
            anew.addInitializer(value.name, constant->second);
        else if (value.initializer)
            anew.addInitializer(value.name, *value.initializer);
        else if (isInput)
            anew.addInput(value.name, value.type, value.shape);
        else
            anew.addValue(value.name);
    }
    graph::addOpenBodies(anew, graph);
    for (const auto id : graph::topologicalOrder(graph))
        anew.addNode(graph::specOf(graph, graph.node(id)));
    for (const auto output : graph.outputs())
        anew.addOutput(output);
    graph::inferShapes(anew);
    return anew;
}

/// Whether @p inferred can be the shape @p actual: as many axes, and every known size is right.
inline bool agrees(const graph::DeclaredShape& inferred, const graph::Shape& actual)
{
    return std::ranges::equal(inferred, actual, [](const graph::Dimension& size, std::int64_t found) {
        return size.size < 0 || size.size == found;
    });
}

} // namespace ql::tests
