// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/effects/output_effects.h"

#include "core/analysis/effects/effect_search.h"
#include "core/analysis/verdict/quality.h"
#include "core/base/error.h"
#include "core/base/log.h"
#include "core/base/numbers.h"

#include <algorithm>
#include <numeric>

namespace ql::analysis {

namespace {

constexpr double kRunsOfBoth = 0.5; ///< of what may be spent: else hardly a layer could be tried behind them

NodeWork workOf(const runs::ValueSource& side)
{
    return {side.nodeCount(), std::accumulate(side.macs().begin(), side.macs().end(), std::uint64_t(0))};
}

NodeWork sumOf(NodeWork work, const NodeWork& other)
{
    return work += other;
}

/// Where what is measured of a layer is told: at its own row, or at that of the nearest layer that it reads.
class RowsOfLayers {
public:
    RowsOfLayers(const std::vector<LayerRowSource>& rows, const MatchedModels& models)
        : m_models(models)
        , m_rowOf(models.baseline.size(), kNoLayer)
    {
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (rows[i].baseline != kNoLayer)
                m_rowOf[rows[i].baseline] = i;
    }

    std::size_t of(std::size_t layer) const
    {
        while (m_rowOf[layer] == kNoLayer && !m_models.baseline[layer].producers.empty())
            layer = m_models.baseline[layer].producers.front();
        return m_rowOf[layer];
    }
    bool hasOwn(std::size_t layer) const { return m_rowOf[layer] != kNoLayer; }

private:
    const MatchedModels& m_models;
    std::vector<std::size_t> m_rowOf; ///< by baseline layer
};

/// By site, what its row's controlled runs say of it on exact inputs; NaN where it has none.
std::vector<double> localDbOf(const std::vector<LayerRowSource>& rows, const MatchedModels& models,
                              const std::vector<EffectSite>& sites)
{
    std::vector<double> byLayer(models.baseline.size(), kNaN);
    for (const auto& source : rows)
        if (source.baseline != kNoLayer && source.row.causes)
            byLayer[source.baseline] = source.row.causes->localDb;
    std::vector<double> bySite;
    for (const auto& site : sites)
        bySite.push_back(byLayer[site.layer]);
    return bySite;
}

bool isBetter(const results::OutputEffect& effect, const results::OutputEffect& known)
{
    return effect.setRightDb && (!known.setRightDb || *effect.setRightDb > *known.setRightDb);
}

void tell(std::vector<LayerRowSource>& rows, const MatchedModels& models, const std::vector<EffectSite>& sites,
          const std::vector<SiteEffect>& effects, const results::OutputEffect& judged)
{
    const RowsOfLayers places(rows, models);
    for (std::size_t i = 0; i < sites.size(); ++i) {
        const auto row = places.of(sites[i].layer);
        if ((!effects[i].setRightDb && !effects[i].aloneDb) || row == kNoLayer)
            continue;
        auto effect = judged;
        effect.setRightDb = effects[i].setRightDb;
        effect.aloneDb = effects[i].aloneDb;
        if (!places.hasOwn(sites[i].layer))
            effect.together.push_back(models.baseline[sites[i].layer].name);
        for (const auto other : effects[i].together)
            if (places.of(sites[other].layer) != row || !places.hasOwn(sites[other].layer))
                effect.together.push_back(models.baseline[sites[other].layer].name);
        if (auto& known = rows[row].row.effect; !known || isBetter(effect, *known))
            known = std::move(effect);
    }
}

} // namespace

void measureEffects(std::vector<LayerRowSource>& rows, const MatchedModels& models, const ComparedSide& baseline,
                    const ComparedSide& analysis, results::CauseRuns runs, std::size_t samples,
                    results::CompareResult& result, JobContext& ctx)
{
    if (runs == results::CauseRuns::None || !baseline.program || !analysis.program)
        return;
    const auto judged = judgedOutputOf(result, models);
    const auto comparison = sumOf(workOf(baseline.values), workOf(analysis.values));
    EffectBudget budget(runs, comparison, samples);
    if (!judged || judged->knownDb >= kFineDb || !budget.affords(comparison, kRunsOfBoth))
        return;
    try {
        EffectRuns again(models, baseline, analysis, ctx);
        budget.spend(comparison);
        result.causes.executedNodes += comparison.nodes;
        if (!again.areCached())
            return;
        const auto& sites = again.sites();
        EffectSearch search(again, *judged, budget, sites, models, ctx, localDbOf(rows, models, sites));
        if (search.wholeDb() >= kFineDb)
            return;
        const auto effects = search.run();
        if (areSitesInLoops(models) && result.causes.problem.empty())
            result.causes.problem = Message("what layers in loops mean for the output was not run");
        tell(rows, models, sites, effects,
             {.output = judged->name, .slice = judged->slice, .wholeDb = search.wholeDb()});
        result.causes.executedNodes += budget.spent().nodes - comparison.nodes;
    } catch (const Cancelled&) {
        throw;
    } catch (const std::exception& error) { // whatever kernels throw: the comparison itself is there
        logInfo(Message("what layers mean for the output can't be measured: {}", error.what()));
    }
}

} // namespace ql::analysis
