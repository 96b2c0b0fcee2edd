// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/attribution/attribution.h"

#include "core/analysis/analyses.h"
#include "core/analysis/attribution/layer_error.h"
#include "core/analysis/attribution/value_errors.h"
#include "core/analysis/layers/layers.h"
#include "core/analysis/layers/row_filter.h"
#include "core/analysis/matching/layer_rows.h"
#include "core/analysis/matching/paired_layers.h"
#include "core/analysis/simulation/equivalence_check.h"
#include "core/analysis/simulation/switched_model.h"
#include "core/analysis/simulation/whole_runs.h"
#include "core/analysis/workspace/workspace.h"
#include "core/base/log.h"

#include <algorithm>
#include <map>
#include <set>

namespace ql::analysis {

namespace {

/// Graph inputs, then layers in order of execution.
std::vector<LayerError> quantizedLayers(const QuantizerSwitches& switches)
{
    std::set<graph::NodeId> nodes;
    std::set<graph::ValueId> inputs;
    for (const auto& point : switches.points()) {
        if (point.node.isValid())
            nodes.insert(point.node);
        else
            inputs.insert(point.source);
    }
    std::vector<LayerError> layers;
    for (const auto input : inputs)
        layers.emplace_back(switches, input);
    for (const auto id : switches.program().flatOrder()) {
        if (nodes.contains(id))
            layers.emplace_back(switches, switches.baseline().node(id));
    }
    return layers;
}

/// Gives each row the number that its layer has in a comparison, by its name in either model.
void numberRows(results::AttributionResult& result, const graph::Graph& baseline, const graph::Graph& analysis,
                const PairedLayers& paired)
{
    std::map<std::string, int> numbers;
    for (const auto& source :
         makeRows({baseline, analysis, paired.baseline, paired.analysis, paired.matching}, false)) {
        if (source.baseline != kNoLayer)
            numbers.emplace(paired.baseline[source.baseline].name, source.row.index);
        if (source.analysis != kNoLayer)
            numbers.emplace(paired.analysis[source.analysis].name, source.row.index);
    }
    for (auto& row : result.rows)
        if (const auto found = numbers.find(row.name); found != numbers.end())
            row.index = found->second;
}

bool hasLoops(const graph::Graph& graph)
{
    return std::ranges::any_of(graph.openBodies(),
                               [&graph](const graph::OpenBody& body) { return graph.node(body.owner).opType != "If"; });
}

void addOutputs(results::AttributionResult& result, const graph::Graph& baseline,
                const std::vector<EquivalenceCheck::Output>& checked)
{
    for (std::size_t i = 0; i < checked.size(); ++i) {
        const auto sqnrDb = checked[i].whole.sqnrDb;
        if (result.samples == 0) {
            result.outputs.push_back({baseline.value(baseline.outputs()[i]).name, sqnrDb, checked[i].reproductionDb});
            continue;
        }
        auto& output = result.outputs.at(i);
        if (results::isWorse(results::MetricId::Sqnr, sqnrDb, output.sqnrDb))
            output.sqnrDb = sqnrDb;
        if (results::isWorse(results::MetricId::Sqnr, checked[i].reproductionDb, output.reproductionDb))
            output.reproductionDb = checked[i].reproductionDb;
    }
}

/// Of layers that a sample ran and that have an error of their own, as far as @p request asks for them.
void addRows(results::AttributionResult& result, const std::vector<LayerError>& layers,
             const results::AttributionRequest& request)
{
    const auto beside = std::ranges::count_if(layers, [](const LayerError& layer) { return !layer.hasRun(); });
    if (beside > 0 && result.samples > 0)
        logWarning(Message("{} layers in bodies that no sample ran are left out", beside));
    for (const auto& layer : layers) {
        auto row = layer.row();
        if (!layer.hasRun() || !layer.isWorthARow() || !passes(request.filter, {row.name, row.scope}, {row.opType}))
            continue;
        result.rows.push_back(std::move(row));
    }
}

} // namespace

std::shared_ptr<results::AttributionResult> attributeErrors(const graph::Graph& baseline, const graph::Graph& analysis,
                                                            const SampleSource& samples,
                                                            const results::AttributionRequest& request, JobContext& ctx,
                                                            const PairedLayers* paired)
{
    const auto model = switchQuantizers(baseline, analysis, samples, ctx, paired);
    const auto& switches = *model.switches;
    auto layers = quantizedLayers(switches);
    const auto all = collectLayers(baseline);
    requireKnownModules(request.filter, namesOf(all));
    requirePassing(request.filter, std::ranges::any_of(all, [&request](const Layer& layer) {
                       return passes(request.filter, {layer.name, layer.scope}, {layer.opType});
                   }));
    const WholeRunSource runs(baseline, analysis, model, samples,
                              hasLoops(switches.graph()) ? runs::LoopMemory::AllIterations
                                                         : runs::LoopMemory::LastIteration);
    ValueErrors values(switches);
    auto result = std::make_shared<results::AttributionResult>();
    result->baseline = request.models.baseline;
    result->analysis = request.models.analysisName();
    result->unplaced = switches.unplaced();
    result->inside = model.inside;
    result->deviation = model.deviation;
    ctx.beginStage("taking errors apart", layers.size() * samples.count, kPlacedAt, 1.0);
    for (std::size_t i = 0; i < samples.count; ++i) {
        const auto inputs = samples.read(i);
        const auto off = runs.plain(inputs, ctx);
        const auto on = runs.allOn(inputs, {}, ctx);
        addOutputs(*result, switches.baseline(), runs.check().check(*off, *on, runs.analysisOutputs(inputs, ctx)));
        values.addSample(*off, *on);
        result->executedNodes += 2 * switches.baseline().nodeCount();
        for (auto& layer : layers) {
            result->executedNodes += layer.addSample(*off, *on, ctx.stopToken());
            ctx.step();
        }
        ++result->samples;
    }
    result->origin = originOf(switches, values);
    addRows(*result, layers, request);
    return result;
}

std::shared_ptr<const results::AttributionResult> attribution(Workspace& workspace,
                                                              const results::AttributionRequest& request,
                                                              JobContext& ctx,
                                                              const results::Listener<results::AttributionResult>&)
{
    const ComputeScope scope(request.options);
    const auto [baseline, analysis] = workspace.openPair(request.models, request.samples.images, ctx);
    const auto samples = openSamples(baseline->graph, analysis->graph, request.samples, request.options);
    const auto paired = workspace.pairedLayers(baseline, analysis);
    auto result = attributeErrors(baseline->graph, analysis->graph, samples, request, ctx, paired.get());
    numberRows(*result, baseline->graph, analysis->graph, *paired);
    return result;
}

} // namespace ql::analysis
