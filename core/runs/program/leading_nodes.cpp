// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/program/leading_nodes.h"

#include "core/graph/ir/open_bodies.h"

#include <algorithm>

namespace ql::runs {

/// From the last node to the first: who reads a value stands behind who makes it.
std::vector<bool> leadingTo(const Program& program, std::span<const graph::ValueId> outputs)
{
    const auto& graph = program.graph();
    const auto& order = program.order();
    std::vector<bool> isNeeded(graph.valueCount(), false);
    const auto need = [&isNeeded](graph::ValueId value) {
        if (value.isValid())
            isNeeded[value.position()] = true;
    };
    std::ranges::for_each(outputs, need);
    std::vector<bool> leading(order.size(), false);
    for (auto position = order.size(); position-- > 0;) {
        const auto& node = graph.node(order[position]);
        leading[position] = std::ranges::any_of(
            node.outputs, [&](graph::ValueId value) { return value.isValid() && isNeeded[value.position()]; });
        if (!leading[position])
            continue;
        std::ranges::for_each(node.inputs, need);
        std::ranges::for_each(node.captures, need);
        if (graph::hasOpenBodies(graph, node.id))
            std::ranges::for_each(graph::outerReads(graph, node.id), need);
    }
    return leading;
}

} // namespace ql::runs
