// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layers/graph_outline.h"

#include <algorithm>

namespace ql::analysis {

namespace {

results::OutlineNode nodeOf(const graph::Graph& graph, const Layer& layer)
{
    const auto& value = graph.value(layer.value);
    results::OutlineNode node;
    node.name = layer.name;
    node.opType = layer.opType;
    node.scope = layer.scope;
    node.dtype = std::string(graph::name(value.type));
    node.shape = value.shape ? graph::toString(*value.shape) : std::string("?");
    if (layer.quantizer && !layer.quantizer->scales.empty()) {
        node.quantDtype = layer.quantizer->dtype;
        node.qscale = *std::ranges::max_element(layer.quantizer->scales);
    }
    node.isInput = layer.isInput();
    node.isOutput = layer.isGraphOutput;
    node.isCompute = layer.kind == graph::OpKind::Compute || layer.kind == graph::OpKind::Control;
    return node;
}

} // namespace

PlacedOutline placedOutline(const graph::Graph& graph, const std::vector<Layer>& layers)
{
    PlacedOutline placed;
    auto& [outline, nodeOfLayer] = placed;
    nodeOfLayer.assign(layers.size(), kLeftOut);
    for (std::size_t i = 0; i < layers.size(); ++i) {
        if (layers[i].isConstant)
            continue;
        nodeOfLayer[i] = outline.nodes.size();
        outline.nodes.push_back(nodeOf(graph, layers[i]));
        for (const std::size_t producer : layers[i].producers)
            if (nodeOfLayer[producer] != kLeftOut && producer != i)
                outline.edges.push_back({nodeOfLayer[producer], nodeOfLayer[i]});
    }
    return placed;
}

results::GraphOutline outlineOf(const graph::Graph& graph)
{
    return placedOutline(graph, collectLayers(graph)).outline;
}

} // namespace ql::analysis
