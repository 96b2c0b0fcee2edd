// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/compare.h"
#include "core/graph/operators/channel_order.h"

#include "core/analysis/advice/advice.h"
#include "core/analysis/analyses.h"
#include "core/analysis/causes/controlled_runs.h"
#include "core/analysis/compare/caller_measures.h"
#include "core/analysis/compare/compare_dumps.h"
#include "core/analysis/compare/compare_outputs.h"
#include "core/analysis/compare/compare_samples.h"
#include "core/analysis/compare/dump_findings.h"
#include "core/analysis/compare/lone_rows.h"
#include "core/analysis/compare/row_measures.h"
#include "core/analysis/compare/stub_findings.h"
#include "core/analysis/compare/target_fit.h"
#include "core/analysis/compare/training_findings.h"
#include "core/analysis/judge/request_functions.h"
#include "core/analysis/layers/row_filter.h"
#include "core/analysis/matching/layer_rows.h"
#include "core/analysis/matching/module_blocks.h"
#include "core/analysis/matching/paired_inputs.h"
#include "core/analysis/measure/layer_values.h"
#include "core/analysis/measure/measurable_value.h"
#include "core/analysis/samples/samples.h"
#include "core/analysis/sensitivity/output_budgets.h"
#include "core/analysis/simulation/decisions.h"
#include "core/analysis/simulation/lockstep.h"
#include "core/analysis/simulation/side_ahead.h"
#include "core/analysis/spread/sampled_runs.h"
#include "core/analysis/workspace/workspace.h"
#include "core/base/error.h"
#include "core/caller/functions.h"
#include "core/runtime/device/device_scope.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <omp.h>
#include <optional>
#include <set>
#include <utility>

namespace ql::analysis {

namespace {

using results::LayerRow;

std::vector<LockstepPair> pairsOf(const std::vector<LayerRowSource>& rows, const MatchedModels& models)
{
    std::vector<LockstepPair> pairs;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].baseline != kNoLayer && rows[i].analysis != kNoLayer)
            pairs.push_back({models.baseline[rows[i].baseline].value, models.analysis[rows[i].analysis].value, i});
    return pairs;
}

std::uint64_t macsOf(const Layer& layer, const ValueSource& side)
{
    std::uint64_t sum = 0;
    for (const auto node : layer.run)
        sum += side.macs()[node.position()];
    return sum;
}

/// Fills in the multiply-accumulates of each row; those of a fused run are summed on the run's one row.
void countMacs(std::vector<LayerRowSource>& rows, const MatchedModels& models, const ValueSource& baseline,
               const ValueSource& analysis)
{
    std::vector<std::uint64_t> byBaseline(models.baseline.size(), 0);
    for (std::size_t b = 0; b < models.baseline.size(); ++b) {
        const std::size_t end = models.matching.baseline[b].fusedInto;
        // The further outputs of a node are layers of their own, but it ran once.
        const bool isFirst = b == 0 || models.baseline[b - 1].node != models.baseline[b].node;
        if (isFirst)
            byBaseline[end == kNoLayer ? b : end] += macsOf(models.baseline[b], baseline);
    }
    for (LayerRowSource& source : rows) {
        if (source.baseline != kNoLayer)
            source.row.macs = byBaseline[source.baseline];
        else if (source.row.state == LayerRow::State::UnmatchedAnalysis)
            source.row.macs = macsOf(models.analysis[source.analysis], analysis);
    }
}

bool isWanted(const LayerRow& row, const results::CompareRequest& request)
{
    return passes(request.filter, {row.name, row.scope},
                  {row.baseline.opType, row.analysis.opType, row.baselineClass, row.analysisClass});
}

/// Shows the calling program the real numbers of a layer.
void tap(const LayerRowSource& source, const MatchedModels& models, const results::CompareRequest& request,
         const runtime::Tensor& x, const runtime::Tensor& y)
{
    if (!request.options.functions || !request.options.functions->tap || !isWanted(source.row, request)
        || !x.isDefined() || !y.isDefined())
        return;
    const auto dataOf = [](const runtime::Tensor& tensor, const results::QuantizerInfo* quantizer) {
        return ops::toTensorData({toFloats(tensor, quantizer), graph::DataType::Float});
    };
    const bool isInteger = models.analysis[source.analysis].isInteger;
    const std::array values{dataOf(x, nullptr), dataOf(y, isInteger ? &*source.row.quantizer : nullptr)};
    request.options.functions->tap(source.row.name, values);
}

/// The filters apply last: where the error starts is found on all layers.
void moveWantedRows(std::vector<LayerRowSource>& rows, const results::CompareRequest& request,
                    const std::set<std::size_t>& blocks, results::CompareResult& result)
{
    result.layers.reserve(rows.size());
    for (LayerRowSource& source : rows) {
        if (!request.withStack)
            source.row.source.clear();
        if (!isWanted(source.row, request) && !blocks.contains(source.baseline))
            continue;
        if (source.row.state == LayerRow::State::UnmatchedBaseline)
            result.unmatchedBaseline.push_back(source.row.name);
        if (source.row.state == LayerRow::State::UnmatchedAnalysis)
            result.unmatchedAnalysis.push_back(source.row.name);
        result.layers.push_back(std::move(source.row));
    }
}

template <typename Run>
ComparedSide sideOf(const importers::ImportedModel& model, RunningSide<Run>& side, runtime::NamedTensors inputs,
                    ValueSource* values = nullptr)
{
    return {.path = model.path.string(),
            .graph = model.graph,
            .values = values ? *values : side,
            .program = &side.program(),
            .inputs = std::move(inputs),
            .modules = model.modules.get()};
}

/// Where there is a thread for it, and nothing ties its steps to those of the other side.
bool mayRunAhead(const graph::Graph& graph)
{
    return omp_get_max_threads() > 1 && graph.openBodies().empty() && !runtime::DeviceScope::current();
}

/// Outputs where both sides say which they are, else what looks like them.
PairedOutputs outputsOf(results::CompareResult& result, const std::vector<LayerRowSource>& rows,
                        const MatchedModels& models, const ComparedSide& baseline, const ComparedSide& analysis,
                        const caller::Functions* functions)
{
    if (baseline.hasStructure && analysis.hasStructure)
        return compareOutputs(result, models, baseline.values, analysis.values);
    if (areAboutOutputs(functions))
        throw Error(ErrorCode::BadArgument,
                    "the dumps don't say which tensors are outputs, so no function can be asked",
                    "compare a model with the dump, or a dump of `run --dump`");
    compareOutputsAmong(result, rows, models);
    return {};
}

/// Seconds that it took: nothing where no cause is asked for, or where nothing is wrong.
double addBudgetsOf(results::CompareResult& result, const ComparedSide& baseline, const ComparedSide& analysis,
                    const results::CompareRequest& request, results::CauseRuns causes, JobContext& ctx)
{
    const bool canRunAgain = baseline.program && analysis.program;
    if (causes != results::CauseRuns::Full || !canRunAgain || result.verdict.quality() == results::Quality::Equal)
        return 0.0;
    const auto began = std::chrono::steady_clock::now();
    addBudgets(result.verdict, baseline.graph, analysis.graph,
               {.count = 1,
                .read = [&baseline](std::size_t) { return baseline.inputs; },
                .ownStates = ownStatesOf(request.samples, baseline.graph, analysis.graph)},
               request.replaysDecisions, ctx);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

} // namespace

std::shared_ptr<const results::CompareResult> compareValues(const ComparedSide& baseline, const ComparedSide& analysis,
                                                            const results::CompareRequest& request, JobContext& ctx,
                                                            std::shared_ptr<const PairedLayers> paired)
{
    using Clock = std::chrono::steady_clock;
    const auto began = Clock::now();
    if (!paired)
        paired = std::make_shared<const PairedLayers>(
            baseline.graph, analysis.graph, baseline.hasStructure && analysis.hasStructure,
            request.mapFile.empty() ? NameMap{} : readNameMap(request.mapFile));
    const MatchedModels models{baseline.graph, analysis.graph, paired->baseline, paired->analysis, paired->matching};
    requireKnownModules(request.filter, models);
    auto rows = makeRows(models, request.showAll);
    // A layer can't be run with weights of another layout.
    const bool isTurned = graph::keepsChannelsLast(baseline.graph) != graph::keepsChannelsLast(analysis.graph);
    const auto causes = isTurned ? results::CauseRuns::None : request.causes;
    ControlledRuns runs(models, baseline, analysis, rows, causes, ctx);

    ctx.beginStage("comparing layers", baseline.values.nodeCount() + analysis.values.nodeCount(), 0.05, 1.0);
    RowMeasures measures(rows, models, baseline.values, analysis.values,
                         [&runs](std::size_t row) { runs.measure(row); });
    runInLockstep(
        baseline.values, analysis.values, pairsOf(rows, models),
        [&](const LockstepPair& pair, const runtime::Tensor& x, const runtime::Tensor& y) {
            ctx.throwIfCancelled(); // dumps have no nodes that ask
            measures.add(pair, x, y);
            tap(rows[pair.index], models, request, x, y);
        },
        loneVisits(rows, models, baseline, true), loneVisits(rows, models, analysis, false));
    measures.finish();

    auto result = std::make_shared<results::CompareResult>();
    result->baseline = baseline.path;
    result->analysis = analysis.path;
    result->postProcess = request.options.postProcess;
    const auto* functions = request.options.functions.get();
    const auto outputs = outputsOf(*result, rows, models, baseline, analysis, functions);
    countMacs(rows, models, baseline.values, analysis.values);
    const double budgetSeconds = addBudgetsOf(*result, baseline, analysis, request, causes, ctx);
    result->causes = runs.counts();
    advise(rows, models, *result);
    // Behind the advice, which goes by the models' own outputs.
    if (areAboutOutputs(functions))
        askFunctions(*result, outputs.baseline, outputs.analysis, *functions);
    addDumpFindings(rows, models, baseline.values, analysis.values, *result);
    const auto types = moduleTypesOf(baseline.modules, analysis.modules);
    moveWantedRows(rows, request, blockResults(models, types, request.filter), *result);
    result->baselineSeconds = baseline.values.seconds();
    result->analysisSeconds = analysis.values.seconds();
    result->causesSeconds = runs.seconds() + budgetSeconds;
    result->totalSeconds = std::chrono::duration<double>(Clock::now() - began).count();
    return result;
}

std::shared_ptr<const results::CompareResult> compareModels(const importers::ImportedModel& baseline,
                                                            const importers::ImportedModel& analysis,
                                                            runtime::NamedTensors inputs,
                                                            const results::CompareRequest& request, JobContext& ctx,
                                                            std::shared_ptr<const PairedLayers> paired)
{
    auto analysisInputs = inputsForAnalysis(baseline.graph, analysis.graph, inputs);
    takeOwnStates(request.samples, analysisInputs);
    const auto path = [](const importers::ImportedModel& model) { return model.path.string(); };
    LockstepSide baselineSide(baseline.graph, path(baseline), inputs, ctx);
    std::optional<PairedDecisions> decisions;
    if (request.replaysDecisions)
        decisions.emplace(baseline.graph, analysis.graph, baselineSide);
    const bool isAhead = !decisions && mayRunAhead(analysis.graph);
    JobContext unheard(ctx.stopToken(), {});
    LockstepSide analysisSide(analysis.graph, path(analysis), analysisInputs, isAhead ? unheard : ctx,
                              decisions ? std::vector{decisions->replay()} : std::vector<runtime::Interceptor>{});
    std::optional<PrefetchingSide> ahead;
    if (isAhead)
        ahead.emplace(analysisSide, ctx);
    const auto compared =
        compareValues(sideOf(baseline, baselineSide, std::move(inputs)),
                      sideOf(analysis, analysisSide, std::move(analysisInputs), isAhead ? &*ahead : nullptr), request,
                      ctx, std::move(paired));
    if (!decisions)
        return compared;
    auto result = std::make_shared<results::CompareResult>(*compared);
    result->replaysDecisions = true;
    result->decisions = decisions->counts();
    return result;
}

std::shared_ptr<const results::CompareResult> compareSimulated(const importers::ImportedModel& baseline,
                                                               const importers::ImportedModel& analysis,
                                                               runtime::NamedTensors inputs,
                                                               const results::CompareRequest& request,
                                                               runtime::ValueCache& cache, JobContext& ctx)
{
    CachedSide baselineSide(baseline.graph, baseline.path.string(), inputs, cache, ctx);
    CachedSide analysisSide(analysis.graph, analysis.path.string(), inputs, cache, ctx);
    auto result = std::make_shared<results::CompareResult>(
        *compareValues(sideOf(baseline, baselineSide, inputs), sideOf(analysis, analysisSide, inputs), request, ctx));
    cache.sweep();
    result->simulation = results::SimulationCounts{
        .nodes = analysisSide.nodeCount(),
        .executedNodes = analysisSide.executedCount(),
        .executedBaselineNodes = baselineSide.executedCount(),
    };
    return result;
}

namespace {

/// A dump holds one run.
void requireModels(const results::CompareRequest& request)
{
    if (!request.samples.data.empty()
        && (!request.targetArithmetic.empty() || isDump(request.models.baseline) || isDump(request.models.analysis)))
        throw Error(ErrorCode::BadArgument, "a dump holds one run, so it can't be compared over a dataset",
                    "leave out --data, or compare two models");
    if (request.models.isVariant() && (isDump(request.models.baseline) || !request.targetArithmetic.empty()))
        throw Error(ErrorCode::BadArgument, "no variant can be made of a dump",
                    "name the model as the baseline, and leave out --target-arithmetic");
}

std::shared_ptr<const results::CompareResult>
compareSimulatedPair(Workspace& workspace, const results::CompareRequest& request, JobContext& ctx)
{
    SimulationStore::Lease lease(workspace.simulations());
    const auto pair = workspace.simulate(request.models, request.samples.images, lease, ctx);
    if (!request.samples.data.empty()) {
        auto result = std::make_shared<results::CompareResult>(
            *compareSamples(*pair.baseline, *pair.analysis, request, ctx, nullptr));
        result->configFindings = pair.configFindings;
        return result;
    }
    auto inputs = readSample(pair.baseline->graph, request.samples, request.options);
    if (request.replaysDecisions) {
        auto result = std::make_shared<results::CompareResult>(
            *compareModels(*pair.baseline, *pair.analysis, std::move(inputs), request, ctx));
        result->configFindings = pair.configFindings;
        return result;
    }
    auto result = std::make_shared<results::CompareResult>(
        *compareSimulated(*pair.baseline, *pair.analysis, std::move(inputs), request, lease->values, ctx));
    result->simulation->points = pair.points;
    result->simulation->calibratedPoints = pair.calibratedPoints;
    result->configFindings = pair.configFindings;
    return result;
}

} // namespace

std::shared_ptr<const results::CompareResult> compare(Workspace& workspace, const results::CompareRequest& asked,
                                                      JobContext& ctx, const results::Listener<results::CompareResult>&)
{
    auto request = withFunctions(asked, ctx.stopToken());
    const ComputeScope scope(request.options);
    requireModels(request);
    requireSampled(request.samples, request.options, "compare");
    request.options.functions = tapped(request.options);
    if (!request.targetArithmetic.empty())
        return compareWithTarget(request, accessTo(workspace, request.samples, request.options, ctx), ctx);
    if (isDump(request.models.baseline) || isDump(request.models.analysis))
        return compareWithDumps(request, accessTo(workspace, request.samples, request.options, ctx), ctx);
    if (request.models.isSimulated())
        return compareSimulatedPair(workspace, request, ctx);
    const auto [baseline, analysis] = workspace.openPair(request.models, request.samples.images, ctx);
    auto paired = request.mapFile.empty() ? workspace.pairedLayers(baseline, analysis) : nullptr;
    const auto found =
        request.samples.data.empty()
            ? compareModels(*baseline, *analysis, readSample(baseline->graph, request.samples, request.options),
                            request, ctx, std::move(paired))
            : compareSamples(*baseline, *analysis, request, ctx, std::move(paired));
    auto findings = trainingFindings(*baseline, *analysis);
    std::ranges::move(stubFindings(*baseline, *analysis), std::back_inserter(findings));
    if (findings.empty() && !request.models.isVariant())
        return found;
    auto result = std::make_shared<results::CompareResult>(*found);
    if (request.models.isVariant())
        result->variant = workspace.variantOf(baseline, request.models.variant).counts;
    result->configFindings = std::move(findings);
    return result;
}

} // namespace ql::analysis
