// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/edit_layers.h"

#include "core/config/constraints/check_config.h"
#include "core/config/describe.h"
#include "core/config/layer_names.h"

#include <algorithm>

namespace ql::config {

namespace {

using Nodes = std::vector<const graph::Node*>; ///< in the order of the edits

/// The layer that each of @p edits means in the file or else in the network.
Nodes layersOf(const std::vector<LayerEdit>& edits, const LayerNames& names)
{
    Nodes nodes;
    for (const auto& edit : edits) {
        const auto found = names.find(edit.layer);
        nodes.push_back(found.empty() ? &requireLayer(names.layers(), edit.layer) : found.front());
    }
    return nodes;
}

std::vector<results::ConfigFollower> closureOf(const Nodes& nodes, const graph::Graph& graph)
{
    std::vector<std::string> asked;
    for (const auto* node : nodes)
        asked.push_back(node->name);
    return config::closureOf(graph, asked);
}

/// Adds edits of @p followers, by the names that the file uses.
void follow(std::vector<LayerEdit>& edits, Nodes& nodes, const std::vector<results::ConfigFollower>& followers,
            const LayerNames& names, const graph::Graph& graph)
{
    for (const auto& follower : followers) {
        const auto* node = findLayer(graph, follower.layer);
        const auto name = names.nameOf(*node);
        if (std::ranges::find(edits, name, &LayerEdit::layer) != edits.end())
            continue;
        edits.push_back(edits.front());
        edits.back().layer = name;
        nodes.push_back(node);
    }
}

} // namespace

std::vector<LayerEdit> editsOf(const std::vector<std::string>& layers, LayerEdit edit)
{
    std::vector<LayerEdit> edits(layers.size(), edit);
    for (std::size_t i = 0; i < layers.size(); ++i)
        edits[i].layer = layers[i];
    return edits;
}

results::ConfigEdit editLayers(ConfigFile& file, std::vector<LayerEdit> edits, const graph::Graph* graph,
                               bool isFollowed)
{
    results::ConfigEdit result{.file = file.path().string(), .dialect = std::string(file.dialect().id)};
    if (graph) {
        const LayerNames names(file.config(), *graph);
        auto nodes = layersOf(edits, names);
        result.closure = closureOf(nodes, *graph);
        for (std::size_t i = 0; i < edits.size(); ++i)
            edits[i].layer = names.nameOf(*nodes[i]);
        if (isFollowed)
            follow(edits, nodes, result.closure, names, *graph);
        for (std::size_t i = 0; i < edits.size(); ++i) {
            completeEdit(edits[i], *graph, *nodes[i]);
            if (edits[i].weightTensors.empty()) // who follows may have no weights
                edits[i].settings.weight = TensorSettings();
        }
    }
    const auto before = findingsOf(file, graph);
    for (const auto& edit : edits)
        result.changes.emplace_back(edit.layer, std::string());
    file.apply(edits);
    result.findings = newErrors(before, findingsOf(file, graph));
    result.diff = file.diff();
    return result;
}

} // namespace ql::config
