// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/outline_pair.h"

#include "core/analysis/layers/layers.h"
#include "core/analysis/layers/operands.h"
#include "core/analysis/matching/node_partners.h"
#include "core/base/order.h"
#include "core/graph/ir/topology.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <utility>
#include <vector>

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
        node.qscale = extentOf(layer.quantizer->scales).high;
    }
    node.isInput = layer.isInput();
    node.isOutput = layer.isGraphOutput;
    node.isCompute = layer.kind == graph::OpKind::Compute || layer.kind == graph::OpKind::Control;
    return node;
}

/// A node and which of its outputs.
using Output = std::pair<graph::NodeId, std::size_t>;

Output outputOf(const graph::Graph& graph, const Layer& layer)
{
    const auto& outputs = graph.node(layer.node).outputs;
    const auto own = std::ranges::find(outputs, layer.own);
    return {layer.node, own == outputs.end() ? 0 : std::size_t(own - outputs.begin())};
}

class LayerPartners {
public:
    explicit LayerPartners(const MatchedModels& models)
        : m_models(models)
        , m_nodes(nodePartners(models))
    {
        for (std::size_t b = 0; b < models.baseline.size(); ++b)
            if (!models.baseline[b].isInput())
                m_layers.emplace(outputOf(models.baselineGraph, models.baseline[b]), b);
    }

    /// The baseline's layer for layer @p a of the analysis model, or kNoLayer.
    std::size_t of(std::size_t a) const
    {
        const LayerMatch& match = m_models.matching.analysis[a];
        const Layer& layer = m_models.analysis[a];
        if (match.partner != kNoLayer || match.fusedInto != kNoLayer || layer.isInput() || layer.isShownByDefault())
            return match.partner;
        const auto node = m_nodes.find(layer.node);
        if (node == m_nodes.end())
            return kNoLayer;
        const auto found = m_layers.find({node->second, outputOf(m_models.analysisGraph, layer).second});
        // The comparison has rows for what computes: it says who stands for whom there.
        const bool isFree = found != m_layers.end() && !m_models.baseline[found->second].isShownByDefault();
        return isFree ? found->second : kNoLayer;
    }

private:
    MatchedModels m_models;
    quant::NodePartners m_nodes;
    std::map<Output, std::size_t> m_layers;
};

constexpr std::size_t kLeftOut = std::numeric_limits<std::size_t>::max();

/// An outline and where its layers stand in it.
struct PlacedOutline {
    results::GraphOutline outline;
    std::vector<std::size_t> nodeOf; ///< by layer; kLeftOut for constants
};

PlacedOutline placedOutline(const graph::Graph& graph, const std::vector<Layer>& layers)
{
    PlacedOutline placed;
    auto& [outline, nodeOfLayer] = placed;
    nodeOfLayer.assign(layers.size(), kLeftOut);
    const OperandReader operands(graph, graph::topologicalOrder(graph));
    for (std::size_t i = 0; i < layers.size(); ++i) {
        if (layers[i].isConstant)
            continue;
        nodeOfLayer[i] = outline.nodes.size();
        outline.nodes.push_back(nodeOf(graph, layers[i]));
        if (!layers[i].isInput())
            addDetails(outline.nodes.back(), graph, graph.node(layers[i].node), operands);
        for (const std::size_t producer : layers[i].producers)
            if (nodeOfLayer[producer] != kLeftOut && producer != i)
                outline.edges.push_back({nodeOfLayer[producer], nodeOfLayer[i]});
    }
    return placed;
}

} // namespace

results::GraphOutline outlineOf(const graph::Graph& graph)
{
    return placedOutline(graph, collectLayers(graph)).outline;
}

results::GraphPair outlinePair(const graph::Graph& baseline, const graph::Graph& analysis, const NameMap& map)
{
    const auto x = collectLayers(baseline, &analysis);
    const auto y = collectLayers(analysis, &baseline);
    const auto matching = matchLayers(baseline, x, analysis, y, map);
    const LayerPartners partners({baseline, analysis, x, y, matching});
    auto placedX = placedOutline(baseline, x);
    auto placedY = placedOutline(analysis, y);
    results::GraphPair pair{std::move(placedX.outline), std::move(placedY.outline), {}};
    pair.partners.resize(pair.analysis.nodes.size());
    for (std::size_t a = 0; a < y.size(); ++a) {
        const std::size_t b = placedY.nodeOf[a] == kLeftOut ? kNoLayer : partners.of(a);
        if (b != kNoLayer && placedX.nodeOf[b] != kLeftOut)
            pair.partners[placedY.nodeOf[a]] = placedX.nodeOf[b];
    }
    return pair;
}

} // namespace ql::analysis
