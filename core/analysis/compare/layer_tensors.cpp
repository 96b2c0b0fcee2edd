// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/layer_tensors.h"

#include "core/analysis/matching/channel_layout.h"
#include "core/analysis/matching/layer_rows.h"
#include "core/analysis/matching/paired_inputs.h"
#include "core/analysis/measure/layer_values.h"
#include "core/analysis/samples/samples.h"
#include "core/analysis/weights/weight_pairs.h"
#include "core/base/error.h"
#include "core/graph/operators/operator_traits.h"
#include "core/runs/pairs/lockstep.h"

#include <algorithm>
#include <set>

namespace ql::analysis {

namespace {

using results::LayerRow;

/// Both models' layers, matched as in a comparison.
struct MatchedLayers : PairedLayers {
    std::vector<LayerRowSource> rows;

    MatchedLayers(const graph::Graph& x, const graph::Graph& y, bool hasStructure, const std::string& mapFile)
        : PairedLayers(x, y, hasStructure, mapFile.empty() ? NameMap{} : readNameMap(mapFile))
        , rows(makeRows({x, y, baseline, analysis, matching}, true))
    {
    }

    /// The row of that name that compares two layers. @throws Error (BadArgument)
    const LayerRowSource& pairNamed(const std::string& name) const
    {
        const LayerRowSource* known = nullptr;
        for (const auto& source : rows) {
            if (source.row.name != name)
                continue;
            if (source.baseline != kNoLayer && source.analysis != kNoLayer)
                return source;
            known = &source;
        }
        if (!known)
            throw Error(ErrorCode::BadArgument, Message("no layer is named {}", name),
                        "take a name that compare lists");
        if (known->row.state == LayerRow::State::Fused)
            throw Error(ErrorCode::BadArgument, Message("layer {} is fused into {}", name, known->row.fusedInto),
                        "ask for that one");
        throw Error(ErrorCode::BadArgument, Message("layer {} has no partner in the other model", name),
                    "pair it with a map file");
    }
};

/// The nodes that a row stands for: those of layer @p end, and of what is fused into it.
std::vector<graph::NodeId> nodesBehind(const std::vector<Layer>& layers, const std::vector<LayerMatch>& matches,
                                       std::size_t end)
{
    std::vector<graph::NodeId> nodes;
    for (std::size_t i = 0; i < layers.size(); ++i)
        if (i == end || matches[i].fusedInto == end)
            nodes.insert(nodes.end(), layers[i].run.begin(), layers[i].run.end());
    return nodes;
}

std::set<std::string> namesOf(const graph::Graph& graph, const std::vector<graph::NodeId>& nodes)
{
    std::set<std::string> names;
    for (const auto node : nodes)
        names.insert(graph.node(node).name);
    return names;
}

/// The quantizer's axis; the last one behind a product of matrices; else that of images and sequences, 1.
std::optional<std::int64_t> channelAxisOf(const graph::Graph& graph, const std::vector<graph::NodeId>& nodes,
                                          const std::optional<results::QuantizerInfo>& quantizer, std::int64_t rank)
{
    if (rank == 0)
        return std::nullopt;
    if (quantizer && quantizer->channelAxis) {
        const auto axis = *quantizer->channelAxis < 0 ? *quantizer->channelAxis + rank : *quantizer->channelAxis;
        if (axis >= 0 && axis < rank)
            return axis;
    }
    const auto putsChannelsLast = [&graph](graph::NodeId node) {
        return graph::familyTraits(graph.node(node).opType).putsChannelsLast;
    };
    if (std::ranges::any_of(nodes, putsChannelsLast))
        return rank - 1;
    return std::min<std::int64_t>(1, rank - 1);
}

/// The quantizer of @p y with its channels where the baseline's weight @p x has them, at @p axis; nothing where the two
/// lie otherwise and its scales are of another axis.
std::optional<results::QuantizerInfo> quantizerAlong(std::optional<std::int64_t> axis, const ModelWeight& x,
                                                     const ModelWeight& y)
{
    auto quantizer = y.quantizer;
    if (!quantizer || !quantizer->isPerChannel())
        return quantizer;
    if (y.hasScalePerChannel())
        quantizer->channelAxis = axis;
    else if (areSwapped(y, x) || x.shape != y.shape)
        quantizer.reset();
    return quantizer;
}

/// The largest weight that the row's layers compute with in both models; none there if they have none.
LayerTensors layerWeight(const importers::ImportedModel& baseline, const importers::ImportedModel& analysis,
                         const results::LayerValuesRequest& request, JobContext& ctx)
{
    ctx.beginStage("reading the weights", 1, 0.05, 0.9);
    const MatchedLayers layers(baseline.graph, analysis.graph, true, request.mapFile);
    const auto& source = layers.pairNamed(request.layer);
    const auto baselineNodes =
        namesOf(baseline.graph, nodesBehind(layers.baseline, layers.matching.baseline, source.baseline));
    const auto analysisNodes =
        namesOf(analysis.graph, nodesBehind(layers.analysis, layers.matching.analysis, source.analysis));
    const WeightPairs pairs(baseline, analysis, WeightPairs::Recurrent::Whole);
    LayerTensors most;
    for (std::size_t i = 0; i < pairs.baseline().size(); ++i) {
        const auto& match = pairs.matches()[i];
        if (match.info.rule.empty())
            continue;
        const ModelWeight& x = pairs.baseline()[i];
        const ModelWeight& y = pairs.analysis()[match.partner];
        if (!baselineNodes.contains(x.layer) && !analysisNodes.contains(y.layer))
            continue;
        ctx.throwIfCancelled();
        const auto [xNumbers, yNumbers] = pairs.read(i);
        if (most.baseline.defined() && most.baseline.numel() >= xNumbers.numel())
            continue;
        const auto axis = channelAxisOf(x, y);
        most = {x.name, xNumbers, yNumbers, quantizerAlong(axis, x, y), axis, 0};
    }
    return most;
}

} // namespace

LayerTensors layerOutput(const ComparedSide& baseline, const ComparedSide& analysis,
                         const results::LayerValuesRequest& request, JobContext& ctx)
{
    const MatchedLayers layers(baseline.graph, analysis.graph, baseline.hasStructure && analysis.hasStructure,
                               request.mapFile);
    const auto& source = layers.pairNamed(request.layer);
    const Layer& x = layers.baseline[source.baseline];
    const Layer& y = layers.analysis[source.analysis];
    const auto baselineNodes = baseline.values.readyAfter(x.value);
    const auto analysisNodes = analysis.values.readyAfter(y.value);
    ctx.beginStage("running as far as the layer", baselineNodes + analysisNodes, 0.05, 0.9);
    const auto run = [](runs::ValueSource& side, graph::ValueId value, std::size_t nodes) {
        side.keep(value);
        side.advanceTo(nodes);
    };
    run(baseline.values, x.value, baselineNodes);
    run(analysis.values, y.value, analysisNodes);
    const auto [xTensor, yTensor] = tensorsOf(baseline.values, x.value, analysis.values, y.value);
    LayerTensors found{.name = source.row.baseline.value, .baseline = {}, .analysis = {}};
    found.executedNodes = baselineNodes + analysisNodes;
    if (!xTensor.isDefined() || !yTensor.isDefined())
        return found;
    found.baseline = toFloats(xTensor);
    found.analysis =
        turnedBack(toFloats(yTensor, y.isInteger ? &*y.quantizer : nullptr), xTensor.shape(), layoutChange(x, y));
    if (found.baseline.sizes() != found.analysis.sizes())
        throw Error(ErrorCode::ShapeMismatch, Message("the two values of layer {} differ in shape", request.layer),
                    "compare says which shapes they have");
    found.quantizer = y.quantizer;
    if (found.quantizer && found.quantizer->channelAxis && *found.quantizer->channelAxis < 0)
        *found.quantizer->channelAxis += found.baseline.dim();
    found.channelAxis =
        channelAxisOf(baseline.graph, nodesBehind(layers.baseline, layers.matching.baseline, source.baseline),
                      y.quantizer, found.baseline.dim());
    return found;
}

LayerTensors layerTensors(const importers::ImportedModel& baseline, const importers::ImportedModel& analysis,
                          runs::NamedTensors inputs, const results::LayerValuesRequest& request,
                          runs::NodeResultCache* cache, JobContext& ctx)
{
    if (request.tensor == results::LayerTensor::Weight)
        return layerWeight(baseline, analysis, request, ctx);
    const auto path = [](const importers::ImportedModel& model) { return model.path.string(); };
    auto analysisInputs = inputsForAnalysis(baseline.graph, analysis.graph, inputs);
    takeOwnStates(request.samples, analysisInputs);
    if (cache) {
        runs::CachedSide x(baseline.graph, path(baseline), std::move(inputs), *cache, ctx);
        runs::CachedSide y(analysis.graph, path(analysis), std::move(analysisInputs), *cache, ctx);
        auto found =
            layerOutput({path(baseline), baseline.graph, x}, {path(analysis), analysis.graph, y}, request, ctx);
        found.executedNodes = x.executedCount() + y.executedCount();
        return found;
    }
    runs::LockstepSide x(baseline.graph, path(baseline), std::move(inputs), ctx);
    runs::LockstepSide y(analysis.graph, path(analysis), std::move(analysisInputs), ctx);
    return layerOutput({path(baseline), baseline.graph, x}, {path(analysis), analysis.graph, y}, request, ctx);
}

LayerTensors layerOfDumps(const results::LayerValuesRequest& request, Workspace& workspace, JobContext& ctx)
{
    LayerTensors found;
    if (request.tensor == results::LayerTensor::Weight)
        return found;
    withOpenedPair(request.models, !request.samples.inputs.empty(),
                   accessTo(workspace, request.samples, request.options, ctx), ctx,
                   [&](const ComparedSide& baseline, const ComparedSide& analysis) {
                       found = layerOutput(baseline, analysis, request, ctx);
                   });
    return found;
}

} // namespace ql::analysis
