// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/ir/graph_copy.h"

#include "core/graph/ir/topology.h"
#include "core/graph/ir/torch_call.h"

#include <algorithm>

namespace ql::graph {

namespace {

void copyValue(Graph& copy, const Graph& source, ValueId id, bool isInput, const CopyEdits& edits)
{
    const auto& value = source.value(id);
    const auto renamed = edits.names.find(id);
    auto name = renamed == edits.names.end() ? value.name : renamed->second;
    if (value.initializer) {
        const auto changed = edits.constants.find(id);
        copy.addInitializer(std::move(name), changed == edits.constants.end() ? *value.initializer : changed->second);
        return;
    }
    const auto added = isInput ? copy.addInput(std::move(name), value.type, value.shape)
                               : copy.addValue(std::move(name), value.type, value.shape);
    copy.setKind(added, value.kind);
}

/// A number or list that a TorchScript program computes, which the standard's operators can't read.
bool isNumber(const Graph& graph, ValueId id)
{
    const auto producer = id.isValid() ? graph.value(id).producer : NodeId{};
    return producer.isValid() && graph.node(producer).domain == "prim";
}

/// The bodies of a copy, by their ids in the source.
using KeptBodies = std::unordered_map<BodyId, BodyId>;

bool isOwnerKept(const Graph& source, BodyId body, const CopyEdits& edits)
{
    const auto owner = source.openBody(body).owner;
    const auto around = source.node(owner).body;
    const auto replaced = edits.replacedNodes.find(owner);
    const bool isKept = replaced == edits.replacedNodes.end()
                            ? !edits.droppedNodes.contains(owner)
                            : std::ranges::count(replaced->second.ownBodies, body) > 0;
    return isKept && (!around.isValid() || isOwnerKept(source, around, edits));
}

/// Their owners take them when they are added. A body goes where its owner goes.
KeptBodies copyBodies(Graph& copy, const Graph& source, const CopyEdits& edits)
{
    KeptBodies kept;
    for (std::size_t i = 0; i < source.openBodies().size(); ++i) {
        const BodyId id{std::int32_t(i)};
        const auto& body = source.openBody(id);
        if (isOwnerKept(source, id, edits))
            kept.emplace(id, copy.addOpenBody(body.attribute, body.inputs, body.outputs));
    }
    return kept;
}

void addNode(Graph& copy, NodeSpec spec, const KeptBodies& bodies)
{
    if (spec.body && spec.body->isValid())
        spec.body = bodies.at(*spec.body);
    for (auto& body : spec.ownBodies)
        body = bodies.at(body);
    copy.addNode(std::move(spec));
}

NodeSpec editedSpec(const Graph& source, const Node& node, const CopyEdits& edits)
{
    if (const auto replaced = edits.replacedNodes.find(node.id); replaced != edits.replacedNodes.end())
        return replaced->second;
    auto spec = specOf(source, node);
    for (std::size_t i = 0; i < spec.outputs.size(); ++i)
        if (const auto found = edits.outputs.find({node.id, i}); found != edits.outputs.end())
            spec.outputs[i] = found->second;
    const bool isKnownOutside =
        node.domain.empty() || (node.domain == "com.microsoft" && !node.attributes.has(kTorchEngine));
    const bool readsNumbers =
        std::ranges::any_of(node.inputs, [&source](ValueId input) { return isNumber(source, input); });
    if (edits.dropsTorchCalls && isKnownOutside && !readsNumbers) {
        spec.attributes = {};
        for (const auto& [name, value] : node.attributes.entries())
            if (!name.starts_with(kTorchCall))
                spec.attributes.set(name, value);
    }
    return spec;
}

constexpr std::size_t kMostElements = 1024;

TensorData trimmed(const TensorData& data)
{
    const bool isString = data.type() == DataType::String;
    if (data.size() <= kMostElements && !isString)
        return data;
    return isString ? TensorData::ofStrings({0}, {}) : TensorData::copyOf(data.type(), {0}, {});
}

void addValue(Graph& copy, const Graph& graph, ValueId id, bool isInput)
{
    const auto& value = graph.value(id);
    if (value.initializer) {
        copy.addInitializer(value.name, trimmed(*value.initializer));
        copy.setType(id, value.type);
        if (value.shape)
            copy.setShape(id, *value.shape);
    } else if (isInput) {
        copy.setKind(copy.addInput(value.name, value.type, value.shape), value.kind);
    } else {
        copy.setKind(copy.addValue(value.name, value.type, value.shape), value.kind);
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

NodeSpec specOf(const Graph& graph, const Node& node)
{
    NodeSpec spec;
    spec.name = node.name;
    spec.hasMadeUpName = node.hasMadeUpName;
    spec.domain = node.domain;
    spec.opType = node.opType;
    spec.opset = node.opset;
    spec.scope = node.scope;
    spec.inputs = node.inputs;
    spec.outputs = node.outputs;
    spec.captures = node.captures;
    spec.attributes = node.attributes;
    spec.body = node.body;
    spec.ownBodies = graph.bodiesOf(node.id);
    return spec;
}

void addOpenBodies(Graph& copy, const Graph& source)
{
    for (const auto& body : source.openBodies())
        copy.addOpenBody(body.attribute, body.inputs, body.outputs);
}

Graph copyGraph(const Graph& source, const CopyEdits& edits)
{
    Graph copy(source.name());
    for (const auto& [domain, version] : source.opsets())
        copy.setOpset(domain, version);
    const auto areInputs = inputFlags(source);
    for (std::size_t i = 0; i < source.valueCount(); ++i)
        copyValue(copy, source, ValueId{std::int32_t(i)}, areInputs[i], edits);
    const auto bodies = copyBodies(copy, source, edits);
    for (const auto id : topologicalOrder(source)) {
        const auto& node = source.node(id);
        const bool isDropped = edits.droppedNodes.contains(id) && !edits.replacedNodes.contains(id);
        if (!isDropped && (!node.body.isValid() || bodies.contains(node.body)))
            addNode(copy, editedSpec(source, node, edits), bodies);
    }
    for (const auto output : source.outputs())
        copy.addOutput(output);
    for (const auto& handed : source.handedThrough())
        if (!copy.findValue(handed.name))
            copy.addHandedThrough(handed);
    return copy;
}

Graph skeletonOf(const Graph& graph)
{
    Graph copy(graph.name());
    for (const auto& [domain, version] : graph.opsets())
        copy.setOpset(domain, version);
    const auto areInputs = inputFlags(graph);
    for (std::size_t i = 0; i < graph.valueCount(); ++i)
        addValue(copy, graph, ValueId{std::int32_t(i)}, areInputs[i]);
    addOpenBodies(copy, graph);
    for (const auto& node : graph.nodes()) {
        auto spec = specOf(graph, node);
        spec.attributes = withoutBodies(node.attributes);
        copy.addNode(std::move(spec));
    }
    for (const auto output : graph.outputs())
        copy.addOutput(output);
    for (const auto& handed : graph.handedThrough())
        if (!copy.findValue(handed.name))
            copy.addHandedThrough(handed);
    return copy;
}

} // namespace ql::graph
