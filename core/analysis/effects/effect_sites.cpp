// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/effects/effect_sites.h"

#include "core/graph/ir/open_bodies.h"
#include "core/graph/operators/op_kind.h"
#include "core/quant/quantized_graph/fake_quantizers.h"

#include <algorithm>
#include <optional>

namespace ql::analysis {

namespace {

using graph::OpKind;
using graph::ValueId;

bool isOutput(const graph::Graph& graph, ValueId value)
{
    return std::ranges::find(graph.outputs(), value) != graph.outputs().end();
}

/// Whether @p node passes @p value on in coarser numbers.
bool quantizes(const graph::Node& node, ValueId value)
{
    return !node.inputs.empty() && node.inputs.front() == value
           && (graph::opKind(node) == OpKind::Quantize || quant::isFakeQuantizer(node));
}

/// Adds what readers see behind the quantizers that read @p value. Whether everybody reads it through one.
bool addQuantized(const graph::Graph& graph, ValueId value, std::vector<ValueId>& carriers)
{
    bool isHidden = !isOutput(graph, value) && !graph.value(value).consumers.empty();
    const auto add = [&](ValueId seen) {
        if (!seen.isValid() || std::ranges::find(carriers, seen) != carriers.end())
            return;
        carriers.push_back(seen);
        addQuantized(graph, seen, carriers);
    };
    for (const auto id : graph.value(value).consumers) {
        const auto& node = graph.node(id);
        const bool isDequantizer = graph::opKind(node) == OpKind::Dequantize && node.inputs.front() == value;
        if (isDequantizer || quant::isFakeQuantizer(node)) {
            add(node.outputs.front());
        } else if (quantizes(node, value) && node.outputs.front().isValid()) {
            const auto integers = node.outputs.front();
            isHidden = isHidden && !isOutput(graph, integers);
            for (const auto reader : graph.value(integers).consumers)
                if (graph::opKind(graph.node(reader)) == OpKind::Dequantize)
                    add(graph.node(reader).outputs.front());
                else
                    isHidden = false; // its integers are made anew
        } else {
            isHidden = false;
        }
    }
    return isHidden;
}

/// A loop's body gives another value in each iteration; any other body runs once.
bool isInLoop(const graph::Graph& graph, const Layer& layer)
{
    return graph::isInLoop(graph, graph.value(layer.own).body);
}

std::optional<EffectSite> missingSite(const MatchedModels& models, const LayerRunner& baseline, std::size_t layer)
{
    const auto& missing = models.baseline[layer];
    if (missing.kind != OpKind::Compute || models.matching.baseline[layer].fusedInto != kNoLayer)
        return std::nullopt;
    const auto segment = baseline.segment(layer);
    if (segment.inputs.size() != 1 || !segment.handedOn.empty() || !segment.graphInputs.empty())
        return std::nullopt;
    const auto read = segment.inputs.front().layer;
    const bool isReadHereOnly = std::ranges::all_of(models.baseline[read].consumers, [&](std::size_t reader) {
        const auto& run = models.baseline[reader].run;
        return std::ranges::all_of(run, [&segment](graph::NodeId node) {
            return std::ranges::find(segment.nodes, node) != segment.nodes.end();
        });
    });
    if (!isReadHereOnly || models.baseline[read].isGraphOutput)
        return std::nullopt;
    return EffectSite{.layer = layer, .analysis = baseline.partnerOf(read), .isMissing = true};
}

} // namespace

std::vector<EffectSite> effectSites(const MatchedModels& models, const LayerRunner& baseline)
{
    std::vector<EffectSite> sites;
    for (std::size_t layer = 0; layer < models.baseline.size(); ++layer) {
        const auto& own = models.baseline[layer];
        if (own.isConstant || isInLoop(models.baselineGraph, own))
            continue;
        const auto partner = models.matching.baseline[layer].partner;
        if (partner == kNoLayer) {
            if (const auto site = missingSite(models, baseline, layer))
                sites.push_back(*site);
            continue;
        }
        const auto& analysis = models.analysis[partner];
        const bool isQuantized = analysis.quantizer.has_value() || analysis.computesQuantized;
        const bool computes = own.kind == OpKind::Compute;
        const bool isOutOfReach = isInLoop(models.analysisGraph, analysis) || analysis.isConstant;
        if ((isQuantized || computes) && !isOutOfReach && own.kind != OpKind::Control)
            sites.push_back({.layer = layer,
                             .analysis = partner,
                             .isMissing = false,
                             .isQuantized = isQuantized,
                             .movesDataOnly = own.kind == OpKind::DataMovement});
    }
    return sites;
}

bool areSitesInLoops(const MatchedModels& models)
{
    for (std::size_t layer = 0; layer < models.baseline.size(); ++layer) {
        const auto& own = models.baseline[layer];
        if (own.kind == OpKind::Compute && !own.isConstant && models.matching.baseline[layer].partner != kNoLayer
            && isInLoop(models.baselineGraph, own))
            return true;
    }
    return false;
}

std::vector<ValueId> carriersOf(const graph::Graph& graph, const Layer& layer)
{
    std::vector<ValueId> carriers;
    const bool isHidden = addQuantized(graph, layer.own, carriers);
    if ((!isHidden || carriers.empty()) && graph.value(layer.own).producer.isValid())
        carriers.insert(carriers.begin(), layer.own);
    return carriers;
}

} // namespace ql::analysis
