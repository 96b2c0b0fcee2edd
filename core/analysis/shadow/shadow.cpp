// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/shadow/shadow.h"

#include "core/analysis/analyses.h"
#include "core/analysis/judge/request_functions.h"
#include "core/analysis/layers/row_filter.h"
#include "core/analysis/matching/layer_rows.h"
#include "core/analysis/matching/module_blocks.h"
#include "core/analysis/matching/paired_inputs.h"
#include "core/analysis/samples/samples.h"
#include "core/analysis/shadow/shadow_runs.h"
#include "core/analysis/spread/sampled_runs.h"
#include "core/analysis/workspace/workspace.h"
#include "core/base/error.h"
#include "core/runs/pairs/lockstep.h"

#include <algorithm>
#include <chrono>

namespace ql::analysis {

namespace {

using results::ShadowRow;

ShadowRow rowOf(const results::LayerRow& layer)
{
    ShadowRow row;
    row.name = layer.name;
    row.scope = layer.scope;
    row.body = layer.body;
    row.baseline = layer.baseline;
    row.analysis = layer.analysis;
    row.quantizer = layer.quantizer;
    row.match = layer.match;
    if (layer.state == results::LayerRow::State::UnmatchedBaseline)
        row.state = ShadowRow::State::UnmatchedBaseline;
    if (layer.state == results::LayerRow::State::UnmatchedAnalysis)
        row.state = ShadowRow::State::UnmatchedAnalysis;
    return row;
}

bool isWanted(const results::LayerRow& row, const results::ShadowRequest& request)
{
    return row.state != results::LayerRow::State::Fused
           && passes(request.filter, {row.name, row.scope}, {row.baseline.opType, row.analysis.opType});
}

/// Adds the rows that @p request wants to @p result, and a job for each pair.
void addRows(const std::vector<LayerRowSource>& sources, const results::ShadowRequest& request, ShadowRuns& runs,
             results::ShadowResult& result)
{
    for (const auto& source : sources) {
        if (!isWanted(source.row, request))
            continue;
        auto row = rowOf(source.row);
        if (row.state == ShadowRow::State::UnmatchedBaseline)
            result.unmatchedBaseline.push_back(row.name);
        else if (row.state == ShadowRow::State::UnmatchedAnalysis)
            result.unmatchedAnalysis.push_back(row.name);
        else if (!runs.add(result.rows.size(), {source.baseline, source.analysis})) {
            ++result.unquantizedLayers;
            continue;
        }
        row.index = source.row.index; // as in a comparison
        result.rows.push_back(std::move(row));
    }
}

/// Of the row of what it gives, as in a comparison; of the last layer in it where it gives no one thing.
int indexOf(const ModuleBlock& block, const std::vector<LayerRowSource>& sources)
{
    const auto last = block.baselineResult == kNoLayer ? block.baseline.back() : block.baselineResult;
    const auto found = std::ranges::find(sources, last, &LayerRowSource::baseline);
    return found == sources.end() ? 0 : found->row.index;
}

/// A row for every module that @p request names by its class or path, and a job where it can be one layer.
void addBlocks(const std::vector<ModuleBlock>& blocks, const std::vector<LayerRowSource>& sources, ShadowRuns& runs,
               results::ShadowResult& result)
{
    for (const auto& block : blocks) {
        const auto source = std::ranges::find_if(sources, [&block](const LayerRowSource& one) {
            return one.baseline == block.baselineResult && one.analysis == block.analysisResult;
        });
        auto row = source == sources.end() ? ShadowRow() : rowOf(source->row);
        row.name = row.scope = block.scope;
        row.baseline.opType = row.analysis.opType = block.type;
        row.problem = block.problem;
        if (row.problem.empty() && source == sources.end())
            row.problem = Message("what it gives is not paired with what it gives in the analysis model");
        if (!row.problem.empty())
            row.state = ShadowRow::State::Failed;
        else if (!runs.add(result.rows.size(),
                           {block.baselineResult, block.analysisResult, block.baseline, block.analysis})) {
            ++result.unquantizedLayers;
            continue;
        }
        row.index = indexOf(block, sources);
        result.rows.push_back(std::move(row));
    }
}

} // namespace

std::shared_ptr<const results::ShadowResult> shadow(const importers::ImportedModel& baseline,
                                                    const importers::ImportedModel& analysis, runs::NamedTensors inputs,
                                                    const results::ShadowRequest& request, JobContext& ctx)
{
    using Clock = std::chrono::steady_clock;
    const auto began = Clock::now();
    const auto baselineLayers = collectLayers(baseline.graph, &analysis.graph);
    const auto analysisLayers = collectLayers(analysis.graph, &baseline.graph);
    const auto matching = matchLayers(baseline.graph, baselineLayers, analysis.graph, analysisLayers,
                                      request.mapFile.empty() ? NameMap{} : readNameMap(request.mapFile));
    const MatchedModels models{baseline.graph, analysis.graph, baselineLayers, analysisLayers, matching};
    auto analysisInputs = inputsForAnalysis(baseline.graph, analysis.graph, inputs);
    takeOwnStates(request.samples, analysisInputs);
    runs::LockstepSide baselineRun(baseline.graph, baseline.path.string(), inputs, ctx);
    runs::LockstepSide analysisRun(analysis.graph, analysis.path.string(), analysisInputs, ctx);
    LayerRunner baselineSide(baseline.graph, baselineLayers, matching.baseline, baselineRun, baselineRun.program(),
                             std::move(inputs));
    LayerRunner analysisSide(analysis.graph, analysisLayers, matching.analysis, analysisRun, analysisRun.program(),
                             std::move(analysisInputs));

    auto result = std::make_shared<results::ShadowResult>();
    result->baseline = baseline.path.string();
    result->analysis = analysis.path.string();
    ShadowRuns runs(baselineSide, analysisSide, result->rows, ctx, request.options.functions);
    const auto sources = makeRows(models, false);
    requireKnownModules(request.filter, models);
    addRows(sources, request, runs, *result);
    addBlocks(moduleBlocks(models, moduleTypesOf(baseline.modules.get(), analysis.modules.get()), request.filter),
              sources, runs, *result);
    requirePassing(request.filter, !result->rows.empty() || result->unquantizedLayers > 0);
    const auto nodes = baselineRun.nodeCount() + analysisRun.nodeCount();
    ctx.beginStage("shadowing layers", nodes + runs.jobCount(), 0.05, 1.0);
    runs.run();
    result->totalSeconds = std::chrono::duration<double>(Clock::now() - began).count();
    return result;
}

std::shared_ptr<const results::ShadowResult> shadow(Workspace& workspace, const results::ShadowRequest& asked,
                                                    JobContext& ctx, const results::Listener<results::ShadowResult>&)
{
    const ComputeScope scope(asked.options);
    requireSampled(asked.samples, asked.options, "shadow");
    auto request = asked;
    request.options.functions = tapped(asked.options);
    const auto [baseline, analysis] = workspace.openPair(request.models, request.samples.images, ctx);
    if (!request.samples.data.empty())
        return shadowSamples(*baseline, *analysis, request, ctx);
    return shadow(*baseline, *analysis, readSample(baseline->graph, request.samples, request.options), request, ctx);
}

} // namespace ql::analysis
