// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/edit_layers.h"

#include "core/config/constraints/check_config.h"
#include "core/config/describe.h"
#include "core/config/layer_names.h"

#include <algorithm>

namespace ql::config {

namespace {

/// The layers asked for by the names that the file uses; where they are followed, those that must agree as well.
std::vector<std::string> layersToEdit(const LayersEdit& edit, const ConfigFile& file, const graph::Graph* graph,
                                      const std::vector<results::ConfigFollower>& closure)
{
    auto layers = edit.layers;
    if (!graph)
        return layers;
    const LayerNames names(file.config());
    for (auto& layer : layers)
        layer = names.nameOf(requireLayer(*graph, layer));
    for (const auto& follower : closure) {
        const auto name = names.nameOf(*findLayer(*graph, follower.layer));
        if (edit.isFollowed && std::find(layers.begin(), layers.end(), name) == layers.end())
            layers.push_back(name);
    }
    return layers;
}

LayerEdit editOf(const std::string& layer, const LayersEdit& edit, const graph::Graph* graph)
{
    LayerEdit single;
    single.action = edit.action;
    single.layer = layer;
    single.settings = edit.action == LayerEdit::Action::Set ? edit.settings : LayerSettings();
    if (graph)
        completeEdit(single, *graph);
    if (graph && single.weightTensors.empty()) // who follows may have no weights
        single.settings.weight = TensorSettings();
    return single;
}

} // namespace

results::ConfigEdit editLayers(ConfigFile& file, const LayersEdit& edit, const graph::Graph* graph)
{
    results::ConfigEdit result;
    result.file = file.path().string();
    result.dialect = file.dialect().id;
    if (graph)
        result.closure = closureOf(*graph, edit.layers);
    const auto before = findingsOf(file, graph);
    std::vector<LayerEdit> edits;
    for (const auto& layer : layersToEdit(edit, file, graph, result.closure)) {
        edits.push_back(editOf(layer, edit, graph));
        result.changes.emplace_back(layer, edit.description);
    }
    file.apply(edits);
    result.findings = newErrors(before, findingsOf(file, graph));
    result.diff = file.diff();
    return result;
}

} // namespace ql::config
