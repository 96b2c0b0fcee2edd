// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/compare.h"

#include "core/analysis/advice/advice.h"
#include "core/analysis/causes/controlled_runs.h"
#include "core/analysis/compare/compare_outputs.h"
#include "core/analysis/compare/findings.h"
#include "core/analysis/compare/layer_results.h"
#include "core/analysis/compare/row_measures.h"
#include "core/analysis/effects/output_effects.h"
#include "core/analysis/matching/module_blocks.h"
#include "core/analysis/replay/pair_differences.h"
#include "core/analysis/replay/replay_runs.h"
#include "core/analysis/samples/samples.h"
#include "core/analysis/sensitivity/sensitivity.h"
#include "core/base/error.h"
#include "core/caller/functions.h"
#include "core/graph/operators/channel_order.h"
#include "core/runs/pairs/lockstep.h"

#include <chrono>
#include <utility>

namespace ql::analysis {

namespace {

std::vector<runs::LockstepPair> pairsOf(const std::vector<LayerRowSource>& rows, const MatchedModels& models)
{
    std::vector<runs::LockstepPair> pairs;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].baseline != kNoLayer && rows[i].analysis != kNoLayer)
            pairs.push_back({models.baseline[rows[i].baseline].value, models.analysis[rows[i].analysis].value, i});
    return pairs;
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

/// Seconds that it took.
double addEffects(std::vector<LayerRowSource>& rows, const MatchedModels& models, const ComparedSide& baseline,
                  const ComparedSide& analysis, results::CauseRuns causes, std::size_t samples,
                  results::CompareResult& result, JobContext& ctx)
{
    const auto began = std::chrono::steady_clock::now();
    measureEffects(rows, models, baseline, analysis, causes, samples, result, ctx);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

} // namespace

std::shared_ptr<results::CompareResult> compareValues(const ComparedSide& baseline, const ComparedSide& analysis,
                                                      const results::CompareRequest& request, JobContext& ctx,
                                                      std::shared_ptr<const PairedLayers> paired,
                                                      const ComparedDataset& dataset)
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
    ReplayRuns replays(models, baseline, analysis, rows, causes, runs.budget(), ctx);

    ctx.beginStage("comparing layers", baseline.values.nodeCount() + analysis.values.nodeCount(), 0.05, 1.0);
    RowMeasures measures(rows, models, baseline.values, analysis.values, [&runs, &replays](std::size_t row) {
        runs.measure(row);
        replays.measure(row);
    });
    runs::runInLockstep(
        baseline.values, analysis.values, pairsOf(rows, models),
        [&](const runs::LockstepPair& pair, const runs::Tensor& x, const runs::Tensor& y) {
            ctx.throwIfCancelled(); // dumps have no nodes that ask
            measures.add(pair, x, y);
            showToCaller(rows[pair.index], models, request, x, y);
        },
        unmatchedVisits(rows, models, baseline, true), unmatchedVisits(rows, models, analysis, false));
    measures.finish();

    auto result = std::make_shared<results::CompareResult>();
    result->baseline = baseline.path;
    result->analysis = analysis.path;
    result->postProcess = request.options.postProcess;
    const auto* functions = request.options.functions.get();
    const auto outputs = outputsOf(*result, rows, models, baseline, analysis, functions);
    result->verdict.areInputsRandom = areInputsRandom(request.samples);
    countMacs(rows, models, baseline.values, analysis.values);
    const double budgetSeconds = addBudgetsOf(*result, baseline, analysis, request, causes, ctx);
    result->causes = runs.counts();
    replays.addTo(result->causes);
    const auto effectSeconds =
        addEffects(rows, models, baseline, analysis, request.replaysDecisions ? results::CauseRuns::None : causes,
                   dataset.comparisons, *result, ctx);
    for (std::size_t i = 0; i < rows.size() && i < dataset.ranges.size(); ++i)
        rows[i].overSamples = dataset.ranges[i];
    if (baseline.hasStructure && analysis.hasStructure)
        result->pairFindings = pairDifferences(rows, models);
    advise(rows, models, *result, request.causes != results::CauseRuns::None);
    // Behind the advice, which goes by the models' own outputs.
    if (areAboutOutputs(functions))
        askFunctions(*result, outputs.baseline, outputs.analysis, *functions);
    addDumpFindings(rows, models, baseline.values, analysis.values, *result);
    const auto types = moduleTypesOf(baseline.modules, analysis.modules);
    moveWantedRows(rows, request, blockResults(models, types, request.filter), *result);
    result->baselineSeconds = baseline.values.seconds();
    result->analysisSeconds = analysis.values.seconds();
    result->causesSeconds = runs.seconds() + replays.seconds() + budgetSeconds + effectSeconds;
    result->totalSeconds = std::chrono::duration<double>(Clock::now() - began).count();
    return result;
}

} // namespace ql::analysis
