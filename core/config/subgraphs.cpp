// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/subgraphs.h"

#include "core/config/layer_names.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>

namespace ql::config {

namespace {

using graph::Graph;
using graph::NodeId;
using Nodes = std::set<std::size_t>; ///< by position

/// A layer itself; of a value its readers, or its maker.
void addEnd(const NamedLayers& layers, const std::string& name, bool isInput, std::deque<NodeId>& ends)
{
    const auto& graph = layers.graph();
    if (const auto* layer = findLayer(layers, name))
        return ends.push_back(layer->id);
    const auto value = graph.findValue(name);
    if (!value)
        return;
    if (isInput)
        ends.insert(ends.end(), graph.value(*value).consumers.begin(), graph.value(*value).consumers.end());
    else if (graph.value(*value).producer.isValid())
        ends.push_back(graph.value(*value).producer);
}

/// Everything behind the inputs, or before the outputs.
Nodes reached(const NamedLayers& layers, const std::vector<std::string>& names, bool isInput)
{
    const auto& graph = layers.graph();
    std::deque<NodeId> waiting;
    for (const auto& name : names)
        addEnd(layers, name, isInput, waiting);
    Nodes seen;
    while (!waiting.empty()) {
        const auto id = waiting.front();
        waiting.pop_front();
        if (!seen.insert(id.position()).second)
            continue;
        const auto& node = graph.node(id);
        for (const auto value : isInput ? node.outputs : node.inputs) {
            if (!value.isValid())
                continue;
            const auto& edge = graph.value(value);
            if (isInput)
                waiting.insert(waiting.end(), edge.consumers.begin(), edge.consumers.end());
            else if (edge.producer.isValid())
                waiting.push_back(edge.producer);
        }
    }
    return seen;
}

struct Located {
    LayerSettings settings;
    SourcePosition position;
};

/// What the subgraphs say of each layer, by the name that the config has for it; of two subgraphs the later wins.
std::map<std::string, Located> spread(const QuantConfig& config, const Graph& graph)
{
    const LayerNames names(config, graph);
    std::map<std::string, Located> layers;
    for (const auto& subgraph : config.subgraphs) {
        const auto behind = reached(names.layers(), subgraph.inputs, true);
        const auto before = reached(names.layers(), subgraph.outputs, false);
        for (const auto id : configurableNodes(graph)) {
            if (!behind.contains(id.position()) || !before.contains(id.position()))
                continue;
            auto& said = layers[names.nameOf(graph.node(id))];
            said.settings = merged(std::move(said.settings), subgraph.settings);
            said.position = subgraph.position;
        }
    }
    return layers;
}

bool isPatternOf(const Selector& selector)
{
    return selector.kind == Selector::Kind::Pattern;
}

bool hasPatterns(const QuantConfig& config)
{
    return std::ranges::any_of(config.overrides, isPatternOf, &Override::selector)
           || std::ranges::any_of(config.skips, isPatternOf, &Skip::selector);
}

/// What the patterns say of each layer, by the name of its node.
std::map<std::string, Located> patternsSpread(const QuantConfig& config, const Graph& graph)
{
    QuantConfig patterns;
    for (const auto& override : config.overrides)
        if (isPatternOf(override.selector))
            patterns.overrides.push_back(override);
    for (const auto& skip : config.skips)
        if (isPatternOf(skip.selector))
            patterns.skips.push_back(skip);
    std::map<std::string, Located> layers;
    for (const auto id : configurableNodes(graph)) {
        const auto& node = graph.node(id);
        const auto found = patterns.resolve(node.name, node.opType, {}, aliasesOf(graph, node));
        if (found.origin == ResolvedLayer::Origin::Pattern)
            layers[node.name] = {{.isQuantized = found.isQuantized,
                                  .activation = found.activation,
                                  .inputs = found.inputs,
                                  .weight = found.weight,
                                  .output = found.output},
                                 found.position};
    }
    return layers;
}

/// Gives tensors the names that the network has for them.
void renameTensors(QuantConfig& config, const Graph& graph)
{
    const LayerNames names(config, graph);
    std::vector<std::string> found;
    for (const auto& override : config.overrides) {
        const bool isTensor = override.selector.kind == Selector::Kind::Tensor;
        const auto value = isTensor ? names.findValue(override.selector.name) : std::nullopt;
        found.push_back(value ? graph.value(*value).name : override.selector.name);
    }
    for (std::size_t i = 0; i < found.size(); ++i)
        config.overrides[i].selector.name = found[i];
}

/// What is said of an input or a weight of the network, which no layer makes, is said of that tensor.
void takeUnmadeValues(QuantConfig& config, const Graph& graph)
{
    for (auto& override : config.overrides) {
        const bool isLayer = override.selector.kind == Selector::Kind::Layer;
        const auto value = isLayer ? graph.findValue(override.selector.name) : std::nullopt;
        if (value && !graph.value(*value).producer.isValid())
            override.selector.kind = Selector::Kind::Tensor;
    }
}

/// Tensors that a layer of its own type makes have no scale any more: the tool finds them anew.
void dropTensorsOf(QuantConfig& config, const Graph& graph)
{
    const LayerNames names(config, graph);
    std::set<std::string> made;
    for (const auto& override : config.overrides)
        for (const auto* node : override.selector.kind == Selector::Kind::Layer ? names.find(override.selector.name)
                                                                                : std::vector<const graph::Node*>())
            for (const auto output : node->outputs)
                if (output.isValid())
                    made.insert(graph.value(output).name);
    std::erase_if(config.overrides, [&made](const Override& override) {
        return override.selector.kind == Selector::Kind::Tensor && made.contains(override.selector.name);
    });
}

} // namespace

QuantConfig withSubgraphs(QuantConfig config, const Graph& graph)
{
    if (config.naming == LayerNaming::Numbered)
        renameTensors(config, graph);
    if (config.dialect.starts_with("rknn")) {
        takeUnmadeValues(config, graph);
        dropTensorsOf(config, graph);
    }
    if (config.subgraphs.empty())
        return config;
    auto said = spread(config, graph);
    for (auto& override : config.overrides) {
        const auto found =
            override.selector.kind == Selector::Kind::Layer ? said.find(override.selector.name) : said.end();
        if (found == said.end())
            continue;
        override.settings = merged(std::move(found->second.settings), override.settings);
        said.erase(found);
    }
    for (auto& [name, layer] : said)
        config.addOverride(Selector::Kind::Layer, name, std::move(layer.settings), layer.position);
    config.subgraphs.clear();
    return config;
}

QuantConfig withoutPatterns(QuantConfig config, const Graph& graph)
{
    if (!hasPatterns(config) && config.naming == LayerNaming::Any)
        return config;
    auto said = patternsSpread(config, graph);
    const LayerNames names(config, graph);
    std::vector<Override> overrides;
    for (auto& override : config.overrides) {
        if (override.selector.kind == Selector::Kind::Pattern)
            continue;
        const auto nodes = override.selector.kind == Selector::Kind::Layer ? names.find(override.selector.name)
                                                                           : std::vector<const graph::Node*>();
        if (nodes.empty()) // of a type or a tensor, or of what the model doesn't have
            overrides.push_back(override);
        for (const auto* node : nodes) {
            auto& own = overrides.emplace_back(override);
            own.selector.name = node->name;
            if (const auto found = said.find(node->name); found != said.end()) {
                own.settings = merged(std::move(found->second.settings), own.settings);
                said.erase(found);
            }
        }
    }
    std::vector<Skip> skips;
    for (const auto& skip : config.skips) {
        const auto nodes = skip.selector.kind == Selector::Kind::Layer ? names.find(skip.selector.name)
                                                                       : std::vector<const graph::Node*>();
        if (nodes.empty() && skip.selector.kind != Selector::Kind::Pattern)
            skips.push_back(skip);
        for (const auto* node : nodes)
            skips.emplace_back(skip).selector.name = node->name;
    }
    config.overrides = std::move(overrides);
    config.skips = std::move(skips);
    config.naming = LayerNaming::Any;
    for (auto& [name, layer] : said)
        config.addOverride(Selector::Kind::Layer, name, std::move(layer.settings), layer.position);
    return config;
}

std::vector<std::pair<std::string, const Subgraph*>> unknownEnds(const QuantConfig& config, const Graph& graph)
{
    std::vector<std::pair<std::string, const Subgraph*>> unknown;
    if (config.subgraphs.empty())
        return unknown;
    const NamedLayers layers(graph);
    for (const auto& subgraph : config.subgraphs)
        for (const auto* names : {&subgraph.inputs, &subgraph.outputs})
            for (const auto& name : *names)
                if (!findLayer(layers, name) && !graph.findValue(name))
                    unknown.emplace_back(name, &subgraph);
    return unknown;
}

} // namespace ql::config
