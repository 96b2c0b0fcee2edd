// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/preparation/float_preparation.h"

#include "core/graph/ir/graph_copy.h"
#include "core/graph/operators/op_kind.h"
#include "core/graph/operators/operator_traits.h"
#include "core/runs/program/constant_values.h"

#include <algorithm>
#include <set>
#include <vector>

namespace ql::quant {

namespace {

using graph::Node;
using graph::ValueId;
using Known = runs::ConstantValues::Known;

/// Whether @p node can give way to what it makes, which is in @p known then.
bool isFoldable(const runs::ConstantValues& constants, const Node& node, Known& known)
{
    const auto& outputs = constants.graph().outputs();
    return !node.body.isValid() && std::ranges::any_of(node.outputs, &ValueId::isValid)
           && std::ranges::all_of(node.outputs, [&](ValueId output) {
                  if (!output.isValid())
                      return true;
                  if (!constants.isConstant(output) || std::ranges::find(outputs, output) != outputs.end())
                      return false;
                  return constants.evaluate(output, known).isDefined(); // what is no tensor stays what makes it
              });
}

/// A copy of the constants' graph without @p nodes, which make constants.
graph::Graph without(const std::set<graph::NodeId>& nodes, const runs::ConstantValues& constants, Known& known)
{
    const auto& graph = constants.graph();
    graph::CopyEdits edits;
    edits.droppedNodes.insert(nodes.begin(), nodes.end());
    auto copy = graph::copyGraph(graph, edits);
    const auto isRead = [&](ValueId value) {
        return value.isValid() && std::ranges::any_of(graph.value(value).consumers, [&edits](graph::NodeId reader) {
                   return !edits.droppedNodes.contains(reader);
               });
    };
    for (const auto dropped : nodes)
        for (const auto output : graph.node(dropped).outputs)
            if (isRead(output))
                copy.setInitializer(output, ops::toTensorData(known.at(output)));
    return copy;
}

/// Adds what makes @p value out of float constants, if nothing else does, to @p makers.
void addMakers(const runs::ConstantValues& constants, ValueId value, std::set<graph::NodeId>& makers)
{
    const auto& graph = constants.graph();
    std::vector<ValueId> open{value};
    std::set<graph::NodeId> found;
    while (!open.empty()) {
        const auto producer = open.back().isValid() ? graph.value(open.back()).producer : graph::NodeId{};
        open.pop_back();
        if (!producer.isValid() || !found.insert(producer).second)
            continue;
        const auto& node = graph.node(producer);
        const auto kind = graph::opKind(node);
        if (kind == graph::OpKind::Dequantize || kind == graph::OpKind::Quantize)
            return;
        open.insert(open.end(), node.inputs.begin(), node.inputs.end());
    }
    makers.insert(found.begin(), found.end());
}

} // namespace

graph::Graph foldConstants(const graph::Graph& graph)
{
    const runs::ConstantValues constants(graph);
    Known known;
    std::set<graph::NodeId> makers;
    for (const auto& node : graph.nodes())
        if (isFoldable(constants, node, known))
            makers.insert(node.id);
    return without(makers, constants, known);
}

std::optional<graph::Graph> foldWeights(const graph::Graph& graph)
{
    const runs::ConstantValues constants(graph);
    std::set<graph::NodeId> makers;
    for (const auto& node : graph.nodes()) {
        if (graph::traitsNamed(node.opType).quantizing != graph::Quantizing::Weighted)
            continue;
        for (std::size_t slot = 1; slot < node.inputs.size(); ++slot)
            if (constants.isConstant(node.inputs[slot]))
                addMakers(constants, node.inputs[slot], makers);
    }
    Known known;
    std::erase_if(makers, [&](graph::NodeId maker) { return !isFoldable(constants, graph.node(maker), known); });
    return makers.empty() ? std::nullopt : std::optional(without(makers, constants, known));
}

} // namespace ql::quant
