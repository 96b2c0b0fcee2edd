// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/quantized_graph/moved_constants.h"

#include "core/graph/operators/op_kind.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>

namespace ql::quant {

namespace {

bool movesOneInput(const graph::Graph& graph, const graph::Node& node, graph::ValueId made)
{
    const auto isSettled = [&graph](graph::ValueId value) { return !value.isValid() || graph.constantOf(value); };
    return graph::movesDataOnly(node) && !graph::traitsNamed(node.opType).joins && !node.inputs.empty()
           && node.inputs.front().isValid() && node.outputs.front() == made
           && std::all_of(node.inputs.begin() + 1, node.inputs.end(), isSettled);
}

} // namespace

std::vector<graph::NodeId> movesBehind(const graph::Graph& graph, graph::ValueId value)
{
    std::vector<graph::NodeId> moves;
    while (value.isValid()) {
        const auto producer = graph.value(value).producer;
        if (!producer.isValid() || !movesOneInput(graph, graph.node(producer), value))
            break;
        moves.push_back(producer);
        value = graph.node(producer).inputs.front();
    }
    return moves;
}

graph::ValueId beforeMoves(const graph::Graph& graph, graph::ValueId value)
{
    const auto moves = movesBehind(graph, value);
    return moves.empty() ? value : graph.node(moves.back()).inputs.front();
}

} // namespace ql::quant
