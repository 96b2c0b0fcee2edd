// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/ir/graph_copy.h"

#include "core/graph/ir/topology.h"
#include "core/graph/ir/torch_call.h"

#include <algorithm>

namespace ql::graph {

namespace {

void copyValue(Graph& copy, const Graph& source, ValueId id, const CopyEdits& edits)
{
    const auto& value = source.value(id);
    const auto renamed = edits.names.find(id);
    auto name = renamed == edits.names.end() ? value.name : renamed->second;
    if (value.initializer) {
        const auto changed = edits.constants.find(id);
        copy.addInitializer(std::move(name), changed == edits.constants.end() ? *value.initializer : changed->second);
        return;
    }
    if (std::ranges::find(source.inputs(), id) != source.inputs().end())
        copy.addInput(std::move(name), value.type, value.shape);
    else
        copy.addValue(std::move(name), value.type, value.shape);
}

void copyNode(Graph& copy, const Node& node, const CopyEdits& edits)
{
    auto spec = specOf(node);
    for (std::size_t i = 0; i < spec.outputs.size(); ++i)
        if (const auto found = edits.outputs.find({node.id, i}); found != edits.outputs.end())
            spec.outputs[i] = found->second;
    const bool isKnownOutside =
        node.domain.empty() || (node.domain == "com.microsoft" && !node.attributes.has(kTorchEngine));
    if (edits.dropsTorchCalls && isKnownOutside) {
        spec.attributes = {};
        for (const auto& [name, value] : node.attributes.entries())
            if (name != kTorchCall && name != kTorchEngine)
                spec.attributes.set(name, value);
    }
    copy.addNode(std::move(spec));
}

} // namespace

NodeSpec specOf(const Node& node)
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
    return spec;
}

Graph copyGraph(const Graph& source, const CopyEdits& edits)
{
    Graph copy(source.name());
    for (const auto& [domain, version] : source.opsets())
        copy.setOpset(domain, version);
    for (std::size_t i = 0; i < source.valueCount(); ++i)
        copyValue(copy, source, ValueId{std::int32_t(i)}, edits);
    for (const auto id : topologicalOrder(source))
        if (!edits.droppedNodes.contains(id))
            copyNode(copy, source.node(id), edits);
    for (const auto output : source.outputs())
        copy.addOutput(output);
    for (const auto& handed : source.handedThrough())
        if (!copy.findValue(handed.name))
            copy.addHandedThrough(handed);
    return copy;
}

} // namespace ql::graph
