// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/data_nodes.h"

#include "core/graph/ir/topology.h"
#include "core/graph/operators/op_kind.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>

namespace ql::quant {

std::vector<const graph::Node*> nodesOfData(const graph::Graph& graph)
{
    std::vector<bool> isMade(graph.valueCount(), false); // of data
    const auto holdsData = [&](graph::ValueId value) {
        return value.isValid()
               && (isMade[value.position()]
                   || (!graph.value(value).producer.isValid() && graph.constantOf(value) == nullptr));
    };
    std::vector<const graph::Node*> nodes;
    for (const auto id : graph::topologicalOrder(graph)) {
        const auto& node = graph.node(id);
        if (graph::opKind(node) == graph::OpKind::Constant
            || (std::ranges::none_of(node.inputs, holdsData) && std::ranges::none_of(node.captures, holdsData)))
            continue;
        nodes.push_back(&node);
        for (const auto output : node.outputs)
            if (output.isValid())
                isMade[output.position()] = true;
    }
    return nodes;
}

std::span<const graph::ValueId> numbersOf(const graph::Node& node)
{
    const auto quantizing = graph::traitsNamed(node.opType).quantizing;
    const bool passesOn = quantizing == graph::Quantizing::Passing || quantizing == graph::Quantizing::Moving;
    const std::span<const graph::ValueId> inputs(node.inputs);
    return passesOn && !inputs.empty() ? inputs.first(1) : inputs;
}

} // namespace ql::quant
