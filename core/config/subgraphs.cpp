// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/subgraphs.h"

#include "core/config/layer_names.h"

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

} // namespace

QuantConfig withSubgraphs(QuantConfig config, const Graph& graph)
{
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
