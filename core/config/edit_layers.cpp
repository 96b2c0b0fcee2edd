// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/edit_layers.h"

#include "core/config/constraints/check_config.h"
#include "core/config/describe.h"
#include "core/config/layer_names.h"

#include <algorithm>
#include <iterator>

namespace ql::config {

namespace {

/// Adds edits of @p followers, by the names that the file uses.
void follow(std::vector<LayerEdit>& edits, const std::vector<results::ConfigFollower>& followers,
            const LayerNames& names, const graph::Graph& graph)
{
    for (const auto& follower : followers)
        if (const auto name = names.nameOf(*findLayer(graph, follower.layer));
            std::ranges::find(edits, name, &LayerEdit::layer) == edits.end()) {
            edits.push_back(edits.front());
            edits.back().layer = name;
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
        std::vector<std::string> asked;
        std::ranges::transform(edits, std::back_inserter(asked), &LayerEdit::layer);
        result.closure = closureOf(*graph, asked);
        const LayerNames names(file.config(), *graph);
        for (auto& edit : edits)
            edit.layer = names.nameOf(requireLayer(*graph, edit.layer));
        if (isFollowed)
            follow(edits, result.closure, names, *graph);
        for (auto& edit : edits) {
            completeEdit(edit, *graph);
            if (edit.weightTensors.empty()) // who follows may have no weights
                edit.settings.weight = TensorSettings();
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
