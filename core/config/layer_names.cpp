// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/layer_names.h"

#include "core/base/edit_distance.h"
#include "core/base/error.h"
#include "core/graph/ir/torch_call.h"
#include "core/graph/operators/op_kind.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <charconv>

namespace ql::config {

namespace {

using graph::Graph;
using graph::Node;
using graph::OpKind;
using graph::ValueId;

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

[[noreturn]] const Node& refuseUnknown(const Graph& graph, std::string_view name)
{
    const auto near = nearNames(graph, name);
    throw Error(ErrorCode::BadArgument, Message("the model has no layer {}", name),
                near.empty() ? Message("info --json lists the model's layers")
                             : Message("did you mean {}?", Message::names(near, " or ")));
}

/// The node or the maker of the value that Acuity calls "Conv_/backbone.0/Conv_12": its type in front, a number behind.
const Node* findNumbered(const Graph& graph, std::string_view name)
{
    const auto number = name.rfind('_');
    const bool isNumbered = number != name.npos && number + 1 < name.size()
                            && name.find_first_not_of("0123456789", number + 1) == name.npos;
    const auto plain = isNumbered ? name.substr(0, number) : name;
    const auto type = plain.find('_');
    for (const auto candidate : {type == plain.npos ? plain : plain.substr(type + 1), plain, name}) {
        if (const auto node = graph.findNode(candidate);
            node && (candidate != plain.substr(type + 1) || graph.node(*node).opType == plain.substr(0, type)))
            return &graph.node(*node);
        const auto value = graph.findValue(candidate);
        if (value && graph.value(*value).producer.isValid())
            return &graph.node(graph.value(*value).producer);
    }
    return nullptr;
}

bool isPattern(const Selector& selector)
{
    return selector.kind == Selector::Kind::Pattern;
}

bool isAmong(const std::vector<const Node*>& nodes, const Node& node)
{
    return std::ranges::find(nodes, &node) != nodes.end();
}

} // namespace

std::vector<std::string> namesOf(const Node& node)
{
    std::vector<std::string> names{node.name};
    if (auto path = modulePath(node.name); !path.empty())
        names.push_back(std::move(path));
    return names;
}

NamedLayers::NamedLayers(const Graph& graph)
    : m_graph(graph)
    , m_layers(tracedLayers(graph))
{
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        for (const auto node : m_layers[i].nodes)
            m_layerOf.emplace(graph.node(node).name, i);
    }
    const auto take = [this](const TracedLayer& layer, const std::string& name) {
        if (auto& nodes = m_traced[name]; nodes.empty())
            nodes = layer.nodes;
    };
    for (const auto& layer : m_layers) // the best of each before what it may be called besides
        if (!layer.names.empty())
            take(layer, layer.names.front());
    for (const auto& layer : m_layers)
        for (const auto& name : layer.names)
            take(layer, name);
    for (const auto& node : graph.nodes()) {
        if (graph::opKind(node) != OpKind::Compute && graph::opKind(node) != OpKind::DataMovement)
            continue;
        if (auto path = modulePath(node.name); !path.empty())
            m_paths[std::move(path)].push_back(node.id);
        else if (const auto& names = tracedNamesOf(node);
                 node.attributes.has(graph::kTorchModuleCall)
                 && std::ranges::find(names, node.scope) != names.end()) // each call of a module
            m_paths[node.scope].push_back(node.id);
    }
}

std::vector<const Node*> NamedLayers::find(std::string_view name, bool isTraced) const
{
    const auto nodesOf = [this](const std::vector<graph::NodeId>& ids) {
        std::vector<const Node*> nodes;
        for (const auto id : ids)
            nodes.push_back(&m_graph.node(id));
        return nodes;
    };
    const auto traced = m_traced.find(name);
    const auto path = m_paths.find(name);
    const auto own = m_graph.findNode(name);
    if (path != m_paths.end() && !own)
        return nodesOf(path->second);
    if (traced != m_traced.end() && (isTraced || !own))
        return nodesOf(traced->second);
    return own ? nodesOf({*own}) : std::vector<const Node*>();
}

bool NamedLayers::areTraced(const std::set<std::string, std::less<>>& names) const
{
    return std::ranges::none_of(
        names, [this](const std::string& name) { return m_graph.findNode(name) && !m_traced.contains(name); });
}

const TracedLayer* NamedLayers::findLayer(const Node& node) const
{
    const auto found = m_layerOf.find(node.name);
    return found == m_layerOf.end() ? nullptr : &m_layers[found->second];
}

std::string_view NamedLayers::functionsOf(const Node& node) const
{
    const auto* layer = findLayer(node);
    return layer ? layer->function->names : std::string_view();
}

const std::vector<std::string>& NamedLayers::tracedNamesOf(const Node& node) const
{
    static const std::vector<std::string> kNone;
    const auto* layer = findLayer(node);
    return layer ? layer->names : kNone;
}

std::vector<std::string> aliasesOf(const Graph& graph, const Node& node)
{
    auto names = namesOf(node);
    for (const auto value : node.outputs)
        if (value.isValid())
            names.push_back(graph.value(value).name);
    return names;
}

LayerNames::LayerNames(const QuantConfig& config, const Graph& graph)
    : m_config(config)
    , m_layers(graph)
{
    std::set<std::string, std::less<>> mentioned;
    for (const auto& override : config.overrides)
        if (override.selector.kind == Selector::Kind::Layer)
            mentioned.insert(override.selector.name);
    for (const auto& skip : config.skips)
        if (skip.selector.kind == Selector::Kind::Layer)
            mentioned.insert(skip.selector.name);
    m_isTraced = config.dialect.starts_with("amct") && m_layers.areTraced(mentioned);
    m_isTracedOnly = m_isTraced && std::ranges::any_of(mentioned, [this](const std::string& name) {
                         return find(name) != m_layers.find(name, false);
                     });
    for (const auto& name : mentioned)
        for (const auto* node : find(name))
            if (auto& said = m_said[node->name]; said.empty() || name == node->name)
                said = name;
}

std::string LayerNames::nameOf(const Node& node) const
{
    if (const auto said = m_said.find(node.name); said != m_said.end())
        return said->second;
    if (m_config.naming == LayerNaming::Outputs)
        return outputOf(m_layers.graph(), node);
    return m_isTracedOnly || (m_isTraced && !isAmong(find(node.name), node)) ? tracedNameOf(node) : node.name;
}

std::string LayerNames::amctNameOf(const Node& node) const
{
    return m_isTraced && !m_said.contains(node.name) ? tracedNameOf(node) : nameOf(node);
}

std::string LayerNames::tracedNameOf(const Node& node) const
{
    for (const auto& name : m_layers.tracedNamesOf(node))
        if (isAmong(find(name), node))
            return name;
    return node.name;
}

ResolvedLayer LayerNames::resolve(const Node& node) const
{
    const bool hasPatterns = std::ranges::any_of(m_config.overrides, isPattern, &Override::selector)
                             || std::ranges::any_of(m_config.skips, isPattern, &Skip::selector);
    return m_config.resolve(nameOf(node), node.opType, m_layers.functionsOf(node),
                            hasPatterns ? aliasesOf(m_layers.graph(), node) : std::vector<std::string>());
}

std::vector<const Node*> LayerNames::find(std::string_view name) const
{
    const auto& graph = m_layers.graph();
    const auto only = [](const Node* node) {
        return node ? std::vector<const Node*>{node} : std::vector<const Node*>();
    };
    if (m_config.naming == LayerNaming::Nodes) {
        const auto own = graph.findNode(name);
        return only(own ? &graph.node(*own) : nullptr);
    }
    if (m_config.naming == LayerNaming::Numbered)
        return only(findNumbered(graph, name));
    if (m_config.naming == LayerNaming::Outputs)
        if (const auto value = graph.findValue(name); value && graph.value(*value).producer.isValid())
            return only(&graph.node(graph.value(*value).producer));
    auto nodes = m_layers.find(name, m_isTraced);
    if (nodes.empty() && m_config.naming == LayerNaming::Either)
        if (const auto value = graph.findValue(name); value && graph.value(*value).producer.isValid())
            return only(&graph.node(graph.value(*value).producer));
    return nodes;
}

std::optional<ValueId> LayerNames::findValue(std::string_view name) const
{
    const auto& graph = m_layers.graph();
    if (const auto value = graph.findValue(name))
        return value;
    constexpr std::string_view kOutput = ":out";
    const auto port = name.rfind(kOutput);
    if (m_config.naming != LayerNaming::Numbered || !name.starts_with('@') || port == name.npos)
        return std::nullopt;
    const auto* node = findNumbered(graph, name.substr(1, port - 1));
    const auto digits = name.substr(port + kOutput.size());
    std::size_t index = 0;
    const auto [behind, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
    const bool isThere = node && problem == std::errc() && behind == digits.data() + digits.size()
                         && index < node->outputs.size() && node->outputs[index].isValid();
    return isThere ? std::optional(node->outputs[index]) : std::nullopt;
}

std::set<std::string, std::less<>> LayerNames::unfused() const
{
    std::set<std::string, std::less<>> unfused;
    for (const auto& name : m_config.skipFusion)
        for (const auto* node : find(name))
            unfused.insert(node->name);
    return unfused;
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

std::string outputOf(const Graph& graph, const Node& node)
{
    return node.outputs.empty() || !node.outputs.front().isValid() ? node.name : graph.value(node.outputs.front()).name;
}

std::vector<ValueId> dataInputs(const Graph& graph, const Node& node)
{
    std::vector<ValueId> inputs;
    for (const auto value : node.inputs)
        if (isData(graph, value))
            inputs.push_back(value);
    return inputs;
}

bool isData(const Graph& graph, ValueId value)
{
    return value.isValid() && !isConstant(graph, value);
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
    return findLayer(NamedLayers(graph), name);
}

const Node* findLayer(const NamedLayers& layers, std::string_view name)
{
    if (const auto id = layers.graph().findNode(name))
        return &layers.graph().node(*id);
    const auto found = layers.find(name, false);
    return found.empty() ? nullptr : found.front();
}

std::vector<std::string> nearNames(const Graph& graph, std::string_view name)
{
    std::vector<std::pair<std::size_t, std::string>> scored;
    for (const auto id : configurableNodes(graph))
        for (const auto& known : namesOf(graph.node(id))) {
            const bool isPart = known.find(name) != std::string::npos || name.find(known) != std::string_view::npos;
            const auto distance = isPart ? 1 : editDistance(known, name);
            const auto isKnown = [&known](const auto& other) { return other.second == known; };
            if (distance <= std::max<std::size_t>(2, name.size() / 3) && std::ranges::none_of(scored, isKnown))
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
    const auto* node = findLayer(graph, name);
    return node ? *node : refuseUnknown(graph, name);
}

const Node& requireLayer(const NamedLayers& layers, std::string_view name)
{
    const auto* node = findLayer(layers, name);
    return node ? *node : refuseUnknown(layers.graph(), name);
}

void completeEdit(LayerEdit& edit, const Graph& graph, const Node& node)
{
    edit.opType = node.opType;
    for (const auto value : dataInputs(graph, node))
        edit.activationTensors.push_back(graph.value(value).name);
    for (const auto value : weightInputs(graph, node))
        edit.weightTensors.push_back(graph.value(value).name);
    if (graph::traitsNamed(node.opType).quantizing == graph::Quantizing::Weighted)
        edit.weightAxis = int(graph::weightChannelAxis(graph, node));
}

} // namespace ql::config
