// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/quantized_graph/early_quantizers.h"

#include "core/graph/ir/topology.h"
#include "core/graph/operators/operator_traits.h"
#include "core/quant/quantized_graph/planned_integers.h"

#include <algorithm>
#include <ranges>

namespace ql::quant {

namespace {

/// Whether all that is done with the value in the node's first input, which some node makes, is to move it there.
bool movesAlone(const graph::Graph& graph, const graph::Node& node)
{
    const bool isMoving = node.domain.empty() && graph::traitsOf(node).integerForm == graph::IntegerForm::Moved
                          && node.outputs.size() == 1 && !node.inputs.empty() && node.inputs[0].isValid();
    if (!isMoving || std::ranges::count(node.inputs, node.inputs[0]) != 1)
        return false;
    const auto& value = graph.value(node.inputs[0]);
    return value.consumers.size() == 1 && value.producer.isValid() && graph.node(value.producer).body == node.body
           && (value.type == graph::DataType::Float || value.type == graph::DataType::Undefined)
           && std::ranges::find(graph.outputs(), node.inputs[0]) == graph.outputs().end();
}

} // namespace

QuantPlan withEarlyQuantizers(const graph::Graph& graph, QuantPlan plan)
{
    for (const auto id : graph::topologicalOrder(graph) | std::views::reverse) {
        const auto& node = graph.node(id);
        if (!movesAlone(graph, node) || plan.find(node.inputs[0]))
            continue;
        const auto index = plan.find(node.outputs[0]);
        if (!index)
            continue;
        const auto& settings = plan.quantizers[*index].settings;
        const bool isPool = graph::traitsOf(node).isPooling; // which knows no more than 8 bits
        if (settings.number || settings.format.bits < 8 || (isPool && settings.format.bits > 8)
            || !plan.parametersOf(*index).isPerTensor())
            continue;
        auto early = plan.quantizers[*index];
        early.value = node.inputs[0];
        early.layer = graph.node(graph.value(early.value).producer).name;
        early.sameAs = index;
        plan.quantizers.push_back(std::move(early));
    }
    return plan;
}

} // namespace ql::quant
