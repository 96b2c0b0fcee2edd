// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/compare.h"

#include "core/analysis/checks/row_findings.h"
#include "core/analysis/matching/paired_inputs.h"
#include "core/analysis/samples/samples.h"
#include "core/analysis/simulation/decisions.h"
#include "core/runs/device/device_scope.h"
#include "core/runs/pairs/lockstep.h"
#include "core/runs/pairs/prefetching_side.h"

#include <omp.h>
#include <optional>
#include <utility>

namespace ql::analysis {

namespace {

template <typename Run>
ComparedSide sideOf(const importers::ImportedModel& model, runs::RunningSide<Run>& side, runs::NamedTensors inputs,
                    runs::ValueSource* values = nullptr)
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
    return omp_get_max_threads() > 1 && graph.openBodies().empty() && !runs::DeviceScope::current();
}

} // namespace

std::shared_ptr<results::CompareResult> compareModels(const importers::ImportedModel& baseline,
                                                      const importers::ImportedModel& analysis,
                                                      runs::NamedTensors inputs, const results::CompareRequest& request,
                                                      JobContext& ctx, std::shared_ptr<const PairedLayers> paired,
                                                      const ComparedDataset& dataset)
{
    auto analysisInputs = inputsForAnalysis(baseline.graph, analysis.graph, inputs);
    takeOwnStates(request.samples, analysisInputs);
    const auto path = [](const importers::ImportedModel& model) { return model.path.string(); };
    runs::LockstepSide baselineSide(baseline.graph, path(baseline), inputs, ctx);
    std::optional<PairedDecisions> decisions;
    if (request.replaysDecisions)
        decisions.emplace(baseline.graph, analysis.graph, baselineSide);
    const bool isAhead = !decisions && mayRunAhead(analysis.graph);
    JobContext unheard(ctx.stopToken(), {});
    runs::LockstepSide analysisSide(analysis.graph, path(analysis), analysisInputs, isAhead ? unheard : ctx,
                                    decisions ? std::vector{decisions->replay()} : std::vector<runs::Interceptor>{});
    std::optional<runs::PrefetchingSide> ahead;
    if (isAhead)
        ahead.emplace(analysisSide, ctx);
    auto result = compareValues(sideOf(baseline, baselineSide, std::move(inputs)),
                                sideOf(analysis, analysisSide, std::move(analysisInputs), isAhead ? &*ahead : nullptr),
                                request, ctx, std::move(paired), dataset);
    if (result->causes.runs != results::CauseRuns::None && result->verdict.quality() > results::Quality::Fine)
        checks::addRowFindings(analysis, *result);
    if (decisions) {
        result->replaysDecisions = true;
        result->decisions = decisions->counts();
    }
    return result;
}

std::shared_ptr<results::CompareResult> compareSimulated(const importers::ImportedModel& baseline,
                                                         const importers::ImportedModel& analysis,
                                                         runs::NamedTensors inputs,
                                                         const results::CompareRequest& request,
                                                         runs::NodeResultCache& cache, JobContext& ctx)
{
    runs::CachedSide baselineSide(baseline.graph, baseline.path.string(), inputs, cache, ctx);
    runs::CachedSide analysisSide(analysis.graph, analysis.path.string(), inputs, cache, ctx);
    auto result =
        compareValues(sideOf(baseline, baselineSide, inputs), sideOf(analysis, analysisSide, inputs), request, ctx);
    cache.sweep();
    result->simulation = results::SimulationCounts{
        .nodes = analysisSide.nodeCount(),
        .executedNodes = analysisSide.executedCount(),
        .executedBaselineNodes = baselineSide.executedCount(),
    };
    return result;
}

} // namespace ql::analysis
