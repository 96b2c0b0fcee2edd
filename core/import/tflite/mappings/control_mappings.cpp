// SPDX-License-Identifier: GPL-3.0-or-later
// What runs other subgraphs: IF and WHILE as the standard's If and Loop, whose graphs the subgraphs become.
#include "core/graph/operators/shape_inference.h"
#include "core/import/tflite/mappings/mappings.h"

#include <algorithm>
#include <array>

namespace ql::importers::tflite {

namespace {

/// The subgraph's results for @p inputs, with its nodes in the graph of @p graph.
Inputs runInline(GraphMaker& maker, std::int32_t number, graph::Graph& graph, const Inputs& inputs, int depth)
{
    GraphMaker inner(maker.making(), std::size_t(number), graph, depth);
    for (std::size_t i = 0; i < inputs.size(); ++i)
        inner.setInput(i, inputs[i]);
    mapOperations(inner);
    return inner.results();
}

/// What a graph may give though no node of it does.
Operation::ValueId handedOn(graph::Graph& graph, Operation::ValueId value)
{
    if (graph.value(value).producer.isValid())
        return value;
    graph::NodeSpec node;
    node.opType = "Identity";
    node.opset = kStandardOpset;
    node.hasMadeUpName = true;
    node.inputs = {value};
    node.outputs = {graph.addValue({}, graph.value(value).type, graph.value(value).shape)};
    const auto output = node.outputs.front();
    graph.addNode(std::move(node));
    return output;
}

graph::GraphPointer finished(graph::Graph graph, const Inputs& results)
{
    for (const auto result : results)
        graph.addOutput(handedOn(graph, result));
    graph::inferShapes(graph);
    return std::make_shared<const graph::Graph>(std::move(graph));
}

/// A branch reads what it is given where the IF stands.
graph::GraphPointer branchOf(Operation& operation, std::int32_t number, const Inputs& given)
{
    auto& maker = operation.maker();
    graph::Graph graph;
    graph.setOpset({}, kStandardOpset);
    Inputs inputs;
    for (const auto outer : given) {
        const auto& value = maker.graph().value(outer);
        const auto inner = graph.addValue({}, value.type, value.shape);
        graph.addCapture(outer, inner);
        inputs.push_back(inner);
    }
    const auto results = runInline(maker, number, graph, inputs, maker.depth() + 1);
    return finished(std::move(graph), results);
}

bool mapIf(Operation& operation, std::string_view)
{
    if (!operation.has(0) || operation.input(0).type != DataType::Bool)
        return false;
    Inputs given;
    for (std::size_t i = 1; i < operation.inputCount(); ++i) {
        if (!operation.has(i))
            return false;
        given.push_back(operation.in(i));
    }
    const auto branch = [&](int field) {
        return branchOf(operation, operation.options().number<std::int32_t>(field), given);
    };
    auto captures = given;
    std::ranges::sort(captures, {}, [](auto id) { return id.position(); });
    const auto again = std::ranges::unique(captures);
    captures.erase(again.begin(), again.end());
    operation.giveControl("If", {operation.in(0)},
                          attributesOf({{"then_branch", branch(0)}, {"else_branch", branch(1)}}), captures);
    return true;
}

/// The condition's subgraph stands behind the body's, whose results it judges.
graph::GraphPointer loopBody(Operation& operation, std::int32_t condition, std::int32_t body)
{
    auto& maker = operation.maker();
    graph::Graph graph;
    graph.setOpset({}, kStandardOpset);
    graph.addInput("turn", DataType::Int64, graph::DeclaredShape{});
    graph.addInput("goes_on", DataType::Bool, graph::DeclaredShape{});
    Inputs carried;
    for (std::size_t i = 0; i < operation.inputCount(); ++i)
        carried.push_back(graph.addInput({}, operation.input(i).type));
    auto results = runInline(maker, body, graph, carried, maker.depth() + 1);
    const auto goesOn = runInline(maker, condition, graph, results, maker.depth() + 1);
    if (goesOn.size() != 1 || results.size() != carried.size())
        throwDamaged(Message("a loop carries {} tensors, its graph gives {}", carried.size(), results.size()));
    results.insert(results.begin(), goesOn.front());
    return finished(std::move(graph), results);
}

bool mapWhile(Operation& operation, std::string_view)
{
    Inputs inputs{{}, {}};
    Inputs carried;
    for (std::size_t i = 0; i < operation.inputCount(); ++i) {
        if (!operation.has(i))
            return false;
        carried.push_back(operation.in(i));
    }
    if (carried.size() != operation.outputCount())
        return false;
    const auto condition = operation.options().number<std::int32_t>(0);
    auto& maker = operation.maker();
    const auto first = runInline(maker, condition, maker.graph(), carried, maker.depth() + 1);
    if (first.size() != 1)
        throwDamaged(Message("a loop's condition gives {} tensors", first.size()));
    inputs[1] = first.front();
    inputs.insert(inputs.end(), carried.begin(), carried.end());
    const auto body = loopBody(operation, condition, operation.options().number<std::int32_t>(1));
    operation.giveControl("Loop", inputs, attributesOf({{"body", body}}), {});
    return true;
}

constexpr std::array kControlMappings{
    Mapping{"IF", mapIf, {}, true},
    Mapping{"WHILE", mapWhile, {}, true},
};

} // namespace

std::span<const Mapping> controlMappings()
{
    return kControlMappings;
}

} // namespace ql::importers::tflite
