// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/weights/weight_pairs.h"

#include "core/graph/operators/operator_traits.h"
#include "core/quant/preparation/float_preparation.h"

#include <algorithm>

namespace ql::analysis {

namespace {

using graph::Graph;
using graph::Node;

/// What makes what @p node reads, if that is a convolution.
const Node* convolutionBefore(const Graph& graph, const Node& node)
{
    if (!graph::traitsOf(node).foldsIntoConvolution || node.inputs.empty() || !node.inputs[0].isValid())
        return nullptr;
    const auto producer = graph.value(node.inputs[0]).producer;
    if (!producer.isValid())
        return nullptr;
    const auto& maker = graph.node(producer);
    const auto product = graph::traitsOf(maker).product;
    const bool isConvolution =
        product == graph::Product::Convolution || product == graph::Product::TransposedConvolution;
    return isConvolution ? &maker : nullptr;
}

/// Quantizers are looked through.
bool isNormalized(const Graph& graph, const Node& node, int between = 0)
{
    constexpr int kMostBetween = 4; // a pair, and one that an exporter left behind
    if (node.outputs.empty() || !node.outputs[0].isValid() || between > kMostBetween)
        return false;
    return std::ranges::any_of(graph.value(node.outputs[0]).consumers, [&](graph::NodeId id) {
        const auto& reader = graph.node(id);
        const auto kind = graph::opKind(reader);
        const bool isQuantizer = kind == graph::OpKind::Quantize || kind == graph::OpKind::Dequantize;
        return graph::traitsOf(reader).foldsIntoConvolution
               || (isQuantizer && isNormalized(graph, reader, between + 1));
    });
}

std::optional<Graph> foldedAs(const Graph& graph, const Graph& other, const quant::NodePartners& partners)
{
    std::vector<std::string> unfolded;
    bool foldsAny = false;
    for (const auto& node : graph.nodes()) {
        const auto* convolution = convolutionBefore(graph, node);
        if (!convolution)
            continue;
        const auto partner = partners.find(convolution->id);
        const bool isFolded = partner != partners.end() && !isNormalized(other, other.node(partner->second));
        foldsAny = foldsAny || isFolded;
        if (!isFolded)
            unfolded.push_back(convolution->name);
    }
    return foldsAny ? std::optional(quant::foldBatchNorm(graph, unfolded)) : std::nullopt;
}

} // namespace

FoldedTwins foldedTwins(const Graph& baseline, const Graph& analysis, const quant::NodePartners& partners)
{
    quant::NodePartners reverse;
    for (const auto& [analysisNode, baselineNode] : partners)
        reverse.emplace(baselineNode, analysisNode);
    return {foldedAs(baseline, analysis, reverse), foldedAs(analysis, baseline, partners)};
}

} // namespace ql::analysis
