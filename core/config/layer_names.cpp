// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/layer_names.h"

#include "core/base/edit_distance.h"
#include "core/base/error.h"
#include "core/graph/operators/op_kind.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>

namespace ql::config {

namespace {

using graph::Graph;
using graph::Node;
using graph::OpKind;
using graph::ValueId;

/// "/layer1/layer1.0/conv1/Conv" → "layer1.0.conv1": torch repeats the parent's name in a sequential's children.
std::string modulePath(std::string_view name)
{
    if (!name.starts_with('/') || name.rfind('/') == 0)
        return {};
    std::string path;
    std::string last;
    const auto end = name.rfind('/');
    for (std::size_t begin = 1; begin <= end;) {
        const auto stop = std::min(name.find('/', begin), end);
        const std::string piece(name.substr(begin, stop - begin));
        if (!last.empty() && piece.starts_with(last + "."))
            path.replace(path.size() - last.size(), last.size(), piece);
        else
            path += (path.empty() ? "" : ".") + piece;
        last = piece;
        begin = stop + 1;
    }
    return path;
}

bool isConstant(const Graph& graph, ValueId value)
{
    if (!value.isValid() || graph.constantOf(value))
        return true;
    const auto producer = graph.value(value).producer;
    if (!producer.isValid())
        return false;
    const auto& node = graph.node(producer);
    const auto kind = graph::opKind(node);
    if (kind == OpKind::Constant)
        return true;
    // A weight of a quantized model stands behind its DequantizeLinear.
    return (kind == OpKind::Dequantize || kind == OpKind::Quantize || kind == OpKind::Cast) && !node.inputs.empty()
           && isConstant(graph, node.inputs.front());
}

std::size_t rankOf(const Graph& graph, ValueId value)
{
    if (const auto* constant = graph.constantOf(value))
        return constant->shape().size();
    const auto& shape = graph.value(value).shape;
    return shape ? shape->size() : 0;
}

} // namespace

std::vector<std::string> namesOf(const Node& node)
{
    std::vector<std::string> names{node.name};
    if (auto path = modulePath(node.name); !path.empty())
        names.push_back(std::move(path));
    return names;
}

LayerNames::LayerNames(const QuantConfig& config)
    : m_config(config)
{
    for (const auto& override : config.overrides)
        if (override.selector.kind == Selector::Kind::Layer)
            m_mentioned.insert(override.selector.name);
    for (const auto& skip : config.skips)
        if (skip.selector.kind == Selector::Kind::Layer)
            m_mentioned.insert(skip.selector.name);
}

std::string LayerNames::nameOf(const Node& node) const
{
    for (const auto& name : namesOf(node))
        if (m_mentioned.contains(name))
            return name;
    return node.name;
}

ResolvedLayer LayerNames::resolve(const Node& node) const
{
    return m_config.resolve(nameOf(node), node.opType);
}

std::vector<graph::NodeId> configurableNodes(const Graph& graph)
{
    std::vector<graph::NodeId> nodes;
    for (const auto& node : graph.nodes()) {
        const auto kind = graph::opKind(node);
        if ((kind == OpKind::Compute || kind == OpKind::DataMovement) && !dataInputs(graph, node).empty())
            nodes.push_back(node.id);
    }
    return nodes;
}

std::vector<ModelLayer> modelLayers(const Graph& graph, const QuantConfig& config)
{
    const LayerNames names(config);
    std::vector<ModelLayer> layers;
    for (const auto id : configurableNodes(graph)) {
        const auto& node = graph.node(id);
        if (graph::opKind(node) == OpKind::Compute)
            layers.push_back({names.nameOf(node), node.opType, int(dataInputs(graph, node).size()),
                              !weightInputs(graph, node).empty()});
    }
    return layers;
}

std::vector<ValueId> dataInputs(const Graph& graph, const Node& node)
{
    std::vector<ValueId> inputs;
    for (const auto value : node.inputs)
        if (value.isValid() && !isConstant(graph, value))
            inputs.push_back(value);
    return inputs;
}

std::vector<ValueId> weightInputs(const Graph& graph, const Node& node)
{
    std::vector<ValueId> inputs;
    for (const auto value : node.inputs)
        if (value.isValid() && graph::opKind(node) == OpKind::Compute && isConstant(graph, value)
            && rankOf(graph, value) >= 2)
            inputs.push_back(value);
    return inputs;
}

const Node* findLayer(const Graph& graph, std::string_view name)
{
    if (const auto id = graph.findNode(name))
        return &graph.node(*id);
    for (const auto& node : graph.nodes())
        if (graph::opKind(node) == OpKind::Compute && modulePath(node.name) == name)
            return &node;
    return nullptr;
}

std::vector<std::string> nearNames(const Graph& graph, std::string_view name)
{
    std::vector<std::pair<std::size_t, std::string>> scored;
    for (const auto id : configurableNodes(graph))
        for (const auto& known : namesOf(graph.node(id))) {
            const bool isPart = known.find(name) != std::string::npos || name.find(known) != std::string_view::npos;
            const auto distance = isPart ? 1 : editDistance(known, name);
            if (distance <= std::max<std::size_t>(2, name.size() / 3))
                scored.emplace_back(distance, known);
        }
    std::stable_sort(scored.begin(), scored.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::string> names;
    constexpr std::size_t kMost = 3;
    for (std::size_t i = 0; i < std::min(kMost, scored.size()); ++i)
        names.push_back(scored[i].second);
    return names;
}

const Node& requireLayer(const Graph& graph, std::string_view name)
{
    if (const auto* node = findLayer(graph, name))
        return *node;
    const auto near = nearNames(graph, name);
    throw Error(ErrorCode::BadArgument, Message("the model has no layer {}", name),
                near.empty() ? Message("info --json lists the model's layers")
                             : Message("did you mean {}?", Message::names(near, " or ")));
}

void completeEdit(LayerEdit& edit, const Graph& graph)
{
    const auto& node = requireLayer(graph, edit.layer);
    edit.opType = node.opType;
    for (const auto value : dataInputs(graph, node))
        edit.activationTensors.push_back(graph.value(value).name);
    for (const auto value : weightInputs(graph, node))
        edit.weightTensors.push_back(graph.value(value).name);
    if (graph::traitsNamed(node.opType).quantizing == graph::Quantizing::Weighted)
        edit.weightAxis = int(graph::weightChannelAxis(graph, node));
}

} // namespace ql::config
