// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/error_causes.h"

#include "core/analysis/advice/advice.h"
#include "core/analysis/effects/output_effects.h"
#include "core/analysis/replay/pair_differences.h"
#include "core/analysis/samples/samples.h"
#include "core/analysis/sensitivity/sensitivity.h"
#include "core/graph/operators/channel_order.h"

#include <chrono>

namespace ql::analysis {

namespace {

/// A layer can't be run with weights of another layout.
results::CauseRuns possibleRuns(const ComparedSide& baseline, const ComparedSide& analysis, results::CauseRuns wanted)
{
    const bool isTurned = graph::keepsChannelsLast(baseline.graph) != graph::keepsChannelsLast(analysis.graph);
    return isTurned ? results::CauseRuns::None : wanted;
}

} // namespace

ErrorCauses::ErrorCauses(const MatchedModels& models, const ComparedSide& baseline, const ComparedSide& analysis,
                         std::vector<LayerRowSource>& rows, const results::CompareRequest& request, JobContext& ctx)
    : m_models(models)
    , m_baseline(baseline)
    , m_analysis(analysis)
    , m_rows(rows)
    , m_request(request)
    , m_ctx(ctx)
    , m_wanted(possibleRuns(baseline, analysis, request.causes))
    , m_runs(models, baseline, analysis, rows, m_wanted, ctx)
    , m_replays(models, baseline, analysis, rows, m_wanted, m_runs.budget(), ctx)
{
}

void ErrorCauses::measure(std::size_t row)
{
    m_runs.measure(row);
    m_replays.measure(row);
}

void ErrorCauses::explain(results::CompareResult& result, const ComparedDataset& dataset)
{
    const auto began = std::chrono::steady_clock::now();
    addBudgetsTo(result);
    result.causes = m_runs.counts();
    m_replays.addTo(result.causes);
    measureEffects(m_rows, m_models, m_baseline, m_analysis,
                   m_request.replaysDecisions ? results::CauseRuns::None : m_wanted, dataset.comparisons, result,
                   m_ctx);
    if (m_wanted != results::CauseRuns::None)
        m_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    for (std::size_t i = 0; i < m_rows.size() && i < dataset.ranges.size(); ++i)
        m_rows[i].overSamples = dataset.ranges[i];
    if (m_baseline.hasStructure && m_analysis.hasStructure)
        result.pairFindings = pairDifferences(m_rows, m_models);
    advise(m_rows, m_models, result, m_request.causes != results::CauseRuns::None);
}

/// Nothing where no cause is asked for, or where nothing is wrong.
void ErrorCauses::addBudgetsTo(results::CompareResult& result)
{
    const bool canRunAgain = m_baseline.program && m_analysis.program;
    if (m_wanted != results::CauseRuns::Full || !canRunAgain || result.verdict.quality() == results::Quality::Equal)
        return;
    addBudgets(result.verdict, m_baseline.graph, m_analysis.graph,
               {.count = 1,
                .read = [this](std::size_t) { return m_baseline.inputs; },
                .ownStates = ownStatesOf(m_request.samples, m_baseline.graph, m_analysis.graph)},
               m_request.replaysDecisions, m_ctx);
}

} // namespace ql::analysis
