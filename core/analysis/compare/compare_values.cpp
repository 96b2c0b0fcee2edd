// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/compare.h"

#include "core/analysis/compare/compare_outputs.h"
#include "core/analysis/compare/error_causes.h"
#include "core/analysis/compare/findings.h"
#include "core/analysis/compare/layer_results.h"
#include "core/analysis/compare/named_slices.h"
#include "core/analysis/compare/row_measures.h"
#include "core/analysis/matching/module_blocks.h"
#include "core/analysis/samples/samples.h"
#include "core/base/error.h"
#include "core/caller/functions.h"
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
                        const MatchedModels& models, const std::vector<SliceAxes>& axes, const ComparedSide& baseline,
                        const ComparedSide& analysis, const caller::Functions* functions)
{
    if (baseline.hasStructure && analysis.hasStructure)
        return compareOutputs(result, models, axes, baseline.values, analysis.values);
    if (areAboutOutputs(functions))
        throw Error(ErrorCode::BadArgument,
                    "the dumps don't say which tensors are outputs, so no function can be asked",
                    "compare a model with the dump, or a dump of `run --dump`");
    compareOutputsAmong(result, rows, models);
    return {};
}

/// Runs both sides to their ends, and fills in what each pair of values says.
void compareRows(std::vector<LayerRowSource>& rows, const MatchedModels& models, const std::vector<SliceAxes>& axes,
                 const ComparedSide& baseline, const ComparedSide& analysis, const results::CompareRequest& request,
                 ErrorCauses& causes, JobContext& ctx)
{
    ctx.beginStage("comparing layers", baseline.values.nodeCount() + analysis.values.nodeCount(), 0.05, 1.0);
    RowMeasures measures(rows, models, axes, baseline.values, analysis.values,
                         request.withHistograms ? Histograms::Counted : Histograms::Left,
                         [&causes](std::size_t row) { causes.measure(row); });
    runs::runInLockstep(
        baseline.values, analysis.values, pairsOf(rows, models),
        [&](const runs::LockstepPair& pair, const runs::Tensor& x, const runs::Tensor& y) {
            ctx.throwIfCancelled(); // dumps have no nodes that ask
            measures.add(pair, x, y);
            showToCaller(rows[pair.index], models, request, x, y);
        },
        unmatchedVisits(rows, models, baseline, true), unmatchedVisits(rows, models, analysis, false));
    measures.finish();
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
    const auto types = moduleTypesOf(baseline.modules, analysis.modules);
    auto stubs = request.models.isSimulated() ? IdleStubs() : idleStubs(baseline, analysis);
    if (!areWanted(stubs, request.filter))
        requireWantedRows(rows, request, blockResults(models, types, request.filter));
    ErrorCauses causes(models, baseline, analysis, rows, request, ctx);
    const std::vector<SliceAxes> none(dataset.showsLayers ? 0 : paired->sliceAxes.size());
    compareRows(rows, models, dataset.showsLayers ? paired->sliceAxes : none, baseline, analysis, request, causes, ctx);

    auto result = std::make_shared<results::CompareResult>();
    result->baseline = baseline.path;
    result->analysis = analysis.path;
    result->postProcess = request.options.postProcess;
    const auto* functions = request.options.functions.get();
    const auto outputs = outputsOf(*result, rows, models, paired->sliceAxes, baseline, analysis, functions);
    compareSlices(*result, request.slices, outputs);
    result->verdict.areInputsRandom = areInputsRandom(request.samples);
    countMacs(rows, models, baseline.values, analysis.values);
    causes.explain(*result, dataset);
    // Behind the advice, which goes by the models' own outputs.
    if (areAboutOutputs(functions))
        askFunctions(*result, outputs.baseline, outputs.analysis, *functions);
    addDumpFindings(rows, models, baseline.values, analysis.values, *result);
    addStubRows(stubs, rows);
    addStubFinding(stubs, *result);
    moveWantedRows(rows, request, blockResults(models, types, request.filter), *result);
    result->baselineSeconds = baseline.values.seconds();
    result->analysisSeconds = analysis.values.seconds();
    result->causesSeconds = causes.seconds();
    result->totalSeconds = std::chrono::duration<double>(Clock::now() - began).count();
    return result;
}

} // namespace ql::analysis
