// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sensitivity/sensitivity.h"

#include "core/analysis/sensitivity/cumulative_ablation.h"
#include "core/analysis/sensitivity/gradient_ranking.h"
#include "core/analysis/sensitivity/ranking_measure.h"
#include "core/analysis/sensitivity/ranking_verdict.h"
#include "core/analysis/sensitivity/sensitivity_ranking.h"
#include "core/analysis/sensitivity/sensitivity_state.h"
#include "core/analysis/simulation/decisions.h"
#include "core/analysis/simulation/switched_model.h"
#include "core/analysis/simulation/whole_runs.h"
#include "core/analysis/workspace/workspace.h"
#include "core/base/log.h"
#include "core/runs/ranks/on_ranks.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <optional>

namespace ql::analysis {

namespace {

using results::SensitivityMode;
using results::SensitivityRequest;
using results::SensitivityResult;
using runs::Tensor;
using runs::WhatIf;
using Clock = std::chrono::steady_clock;

constexpr auto kTellInterval = std::chrono::milliseconds(500);
constexpr double kRankedAt = 0.9; // of the progress bar
constexpr double kGrownAt = 0.97;
constexpr const char* kPart = "ranking";

/// One ranking from its first sample to its last.
class SensitivitySearch {
public:
    SensitivitySearch(const graph::Graph& baseline, const SwitchedModel& model, const graph::Graph& analysis,
                      const SampleSource& samples, const SensitivityRequest& request)
        : m_request(request)
        , m_ranks(ranksOf(request.options))
        , m_baseline(baseline)
        , m_samples(samples)
        , m_runs(baseline, analysis, model, samples)
        , m_model(model)
        , m_switches(*model.switches)
        , m_decisions(m_switches.graph())
        , m_measure(m_switches.baseline(), request)
        , m_ranked(m_switches, request)
        , m_groups(m_ranked.all())
    {
    }

    std::shared_ptr<const SensitivityResult> run(JobContext& ctx,
                                                 const results::Listener<results::SensitivityResult>& listener)
    {
        settle(ctx);
        resume();
        ctx.beginStage("measuring sensitivity", (m_samples.count - m_state.samples) * m_groups.size() - m_state.rows,
                       kPlacedAt, kRankedAt);
        try {
            while (m_state.samples < m_samples.count)
                addSample(m_samples.read(m_state.samples), ctx, listener);
            return finish(ctx);
        } catch (...) {
            // What is known stays known, whether the user or a broken sample ended the ranking.
            keep();
            if (listener && isKnown(m_state))
                listener(snapshot());
            throw;
        }
    }

private:
    const std::vector<RankingColumn>& columns() const { return m_measure.columns(); }

    /// What a post-processing returns is known once it has.
    void settle(JobContext& ctx)
    {
        if (m_measure.isOpen())
            m_measure.settle(m_runs.plain(m_samples.read(0), ctx)->outputs());
        m_state = SensitivityState(columns().size(), m_groups.size(), m_decisions.uncounted().size());
    }

    std::vector<runs::Interceptor> replay(const WhatIf& plain,
                                          std::vector<results::FlippedDecision>* counts = nullptr) const
    {
        if (!m_request.replaysDecisions || m_decisions.isEmpty())
            return {};
        return {m_decisions.like(plain, counts)};
    }

    std::vector<runs::Interceptor> interceptors(runs::Interceptor quantizers, const WhatIf& plain) const
    {
        auto all = replay(plain);
        all.insert(all.begin(), std::move(quantizers));
        return all;
    }

    /// The analysis model, on its own states: everything on, with the baseline's decisions if these are replayed.
    WholeRunSource::SharedRun quantizedRun(const runs::NamedTensors& inputs, const WhatIf& plain, JobContext& ctx)
    {
        m_counts = m_decisions.uncounted();
        return m_runs.allOn(inputs, replay(plain, &m_counts), ctx);
    }

    void measureWhole(const runs::NamedTensors& inputs, const WhatIf& plain, const RankingMeasure::Outputs& expected,
                      const WholeRunSource::SharedRun& quantized, JobContext& ctx)
    {
        const bool isReplayed = !replay(plain).empty();
        const auto on = isReplayed ? m_runs.allOn(inputs, {}, ctx) : quantized;
        const auto found = m_runs.analysisOutputs(inputs, ctx);
        const auto checked = m_runs.check().check(plain, *on, found);
        m_wholes = m_measure.values(columns(), expected, isReplayed ? quantized->outputs() : found);
        for (std::size_t output = 0; output < checked.size(); ++output)
            for (std::size_t i = 0; i < columns().size(); ++i) {
                const bool isAbout = !m_measure.isOfGraph(columns()[i]) || columns()[i].output == output;
                // The least, and NaN if there is one.
                if (isAbout && !(checked[output].reproductionDb >= m_state.reproductionDb[i]))
                    m_state.reproductionDb[i] = checked[output].reproductionDb;
            }
    }

    void addSample(const runs::NamedTensors& inputs, JobContext& ctx,
                   const results::Listener<results::SensitivityResult>& listener)
    {
        const auto plain = m_runs.plain(inputs, ctx);
        const auto quantized = quantizedRun(inputs, *plain, ctx);
        const auto expected = m_measure.read(plain->outputs(), m_state.samples);
        measureWhole(inputs, *plain, expected, quantized, ctx);
        addMacs(*plain);
        const auto& start = m_request.mode == SensitivityMode::OneOn ? plain : quantized;
        addRows(*plain, expected, *start, ctx, listener);
        for (std::size_t i = 0; i < columns().size(); ++i)
            m_state.wholes[i].add(m_wholes[i], columns()[i].metric);
        for (std::size_t i = 0; i < m_counts.size(); ++i) {
            m_state.indices[i] += m_counts[i].indices;
            m_state.flipped[i] += m_counts[i].flipped;
        }
        m_wholes.clear();
        m_state.rows = 0;
        ++m_state.samples;
    }

    struct Row {
        std::uint64_t executedNodes = 0;
        std::vector<double> values; ///< by column

        static auto parts(auto& self) { return std::tie(self.executedNodes, self.values); }
    };

    void addRows(const WhatIf& plain, const RankingMeasure::Outputs& expected, const WhatIf& start, JobContext& ctx,
                 const results::Listener<results::SensitivityResult>& listener)
    {
        const auto work = [&](std::size_t row, JobContext& context) {
            auto measured = measureRow(m_groups[row], plain, expected, start, context);
            context.step(1, m_groups[row].row.opName);
            return measured;
        };
        const auto take = [&](std::size_t row, const Row& measured) {
            m_state.executedNodes += measured.executedNodes;
            m_state.naiveNodes += m_switches.baseline().nodeCount();
            for (std::size_t i = 0; i < columns().size(); ++i)
                m_state.values[i * m_groups.size() + row].add(measured.values[i], columns()[i].metric);
            m_state.rows = row + 1;
            keepUp(listener);
        };
        runs::runOnRanks<Row>(m_ranks, {.begin = m_state.rows, .end = m_groups.size()},
                              m_state.samples == 0 ? "rows" : nullptr, start.bytes(), ctx, work, take);
    }

    /// On any thread.
    Row measureRow(const SwitchGroup& group, const WhatIf& plain, const RankingMeasure::Outputs& expected,
                   const WhatIf& start, JobContext& ctx) const
    {
        auto quantizers =
            m_request.mode == SensitivityMode::OneOn ? m_switches.only(group.points) : m_switches.allBut(group.points);
        const auto run =
            start.rerun(m_switches.nodesOf(group.points), interceptors(std::move(quantizers), plain), ctx.stopToken());
        Row row;
        for (const auto node : run.executed)
            row.executedNodes += m_switches.isSwitch(node) ? 0 : 1;
        row.values = m_measure.values(columns(), expected, run.outputs);
        return row;
    }

    std::shared_ptr<SensitivityResult> snapshot() const
    {
        auto result = begunResult(m_request, m_model);
        result->samples = m_state.samples;
        result->executedNodes = m_state.executedNodes;
        result->naiveNodes = m_state.naiveNodes;
        result->resumedRows = m_resumedRows;
        result->replaysDecisions = m_request.replaysDecisions;
        if (m_request.replaysDecisions)
            result->decisions = m_decisions.uncounted();
        for (std::size_t i = 0; i < result->decisions.size(); ++i) {
            result->decisions[i].indices = m_state.indices[i];
            result->decisions[i].flipped = m_state.flipped[i];
        }
        for (std::size_t i = 0; i < m_measure.shownCount(); ++i)
            result->outputs.push_back(ranking(i));
        return result;
    }

    results::SensitivityOutput ranking(std::size_t column) const
    {
        const auto metric = columns()[column].metric;
        results::SensitivityOutput ranking;
        ranking.name = m_measure.nameOf(columns()[column]);
        ranking.metric = metric;
        ranking.reproductionDb = m_state.reproductionDb[column];
        auto whole = m_state.wholes[column];
        if (!m_wholes.empty())
            whole.add(m_wholes[column], metric);
        ranking.everythingOn = whole.value();
        for (std::size_t row = 0; row < m_ranked.shownCount(); ++row) {
            const auto& value = m_state.values[column * m_groups.size() + row];
            if (!value.isKnown())
                continue;
            auto& rows = m_ranked.isScopeBesideRows(row) ? ranking.scopes : ranking.rows;
            rows.push_back(m_groups[row].row);
            rows.back().metricValue = value.value();
        }
        sortRows(ranking, m_request.mode);
        return ranking;
    }

    std::shared_ptr<const SensitivityResult> finish(JobContext& ctx)
    {
        if (!m_hasMacs)
            addMacs(*m_runs.plain(m_samples.read(0), ctx));
        auto result = snapshot();
        for (auto& output : result->outputs)
            output.scopeRepair = scopeRepairOf(output);
        conclude(*result, ctx);
        result->isComplete = true;
        m_journal.remove();
        return result;
    }

    /// The runs beside the ranking's own: growing sets, and what the verdict is made of.
    void conclude(SensitivityResult& result, JobContext& ctx)
    {
        RankingVerdict verdict(m_switches.baseline(), m_ranked.ofBudget(), m_switches.points(), m_request.mode,
                               noise());
        std::optional<InsideVerdict> inside;
        if (m_model.inside)
            inside.emplace(m_baseline, m_switches.baseline());
        std::vector<CumulativeAblation::Set> planned;
        for (std::size_t i = 0; i < result.outputs.size(); ++i)
            planned.push_back(growingSet(result.outputs[i], columns()[i], m_groups, m_request.growingSets));
        std::ranges::move(verdict.nextSets(), std::back_inserter(planned));
        const auto judge = [&](const runs::NamedTensors& inputs, const WhatIf& plain, const WhatIf& quantized) {
            const auto found = replay(plain).empty() ? m_runs.analysisOutputs(inputs, ctx) : quantized.outputs();
            verdict.addSample(plain.outputs(), found);
            if (inside)
                inside->addSample(m_runs.baselineOutputs(inputs, ctx), plain.outputs(), found);
            ctx.step();
        };
        const auto sets = grown(std::move(planned), judge, {kRankedAt, kGrownAt}, result, ctx);
        for (std::size_t i = 0; i < result.outputs.size(); ++i)
            for (std::size_t step = 0; step < result.outputs[i].cumulative.size(); ++step)
                result.outputs[i].cumulative[step].metricValue = sets.value(i, step);
        verdict.take(sets, result.outputs.size());
        double from = kGrownAt; // half of the rest for each: how often more is needed, the runs tell
        for (auto next = verdict.nextSets(); !next.empty(); next = verdict.nextSets(), from = (from + 1.0) / 2.0)
            verdict.take(grown(std::move(next), {}, {from, (from + 1.0) / 2.0}, result, ctx), 0);
        result.verdict = verdict.verdict();
        if (inside)
            result.verdict = inside->verdict(result.verdict);
        result.verdict.areInputsRandom = areInputsRandom(m_request.samples);
        for (auto& output : result.verdict.outputs)
            if (output.budget)
                output.budget->hasOwnStates = !m_samples.ownStates.empty();
    }

    using Look = std::function<void(const runs::NamedTensors& inputs, const WhatIf& plain, const WhatIf& quantized)>;

    /// @p planned on all samples, whose whole runs @p look sees; @p progress is the part of the bar.
    CumulativeAblation grown(std::vector<CumulativeAblation::Set> planned, const Look& look,
                             std::pair<double, double> progress, SensitivityResult& result, JobContext& ctx)
    {
        CumulativeAblation sets(m_switches, m_measure, std::move(planned), m_ranks);
        ctx.beginStage("leaving the worst float together", (sets.stepCount() + (look ? 1 : 0)) * m_samples.count,
                       progress.first, progress.second);
        for (std::size_t i = 0; i < m_samples.count; ++i) {
            const auto inputs = m_samples.read(i);
            const auto plain = m_runs.plain(inputs, ctx);
            const auto quantized = quantizedRun(inputs, *plain, ctx);
            if (look)
                look(inputs, *plain, *quantized);
            sets.addSample(m_measure.read(plain->outputs(), i), *quantized, replay(*plain), ctx);
        }
        result.executedNodes += sets.executedNodes();
        result.naiveNodes += sets.naiveNodes();
        return sets;
    }

    /// What the hidden columns know.
    std::vector<RankingVerdict::Noise> noise() const
    {
        std::vector<RankingVerdict::Noise> noise;
        for (std::size_t i = m_measure.shownCount(); i < columns().size(); ++i) {
            auto& output = noise.emplace_back();
            output.output = columns()[i].output;
            output.isBroken = std::isnan(m_state.wholes[i].value());
            for (std::size_t row = m_ranked.budgetBegin(); row < m_groups.size(); ++row)
                output.rows.push_back(m_state.values[i * m_groups.size() + row].value());
        }
        return noise;
    }

    void addMacs(const WhatIf& plain)
    {
        if (!m_hasMacs)
            countMacs(m_groups, m_switches.baseline(), plain);
        m_hasMacs = true;
    }

    void keepUp(const results::Listener<results::SensitivityResult>& listener)
    {
        const auto now = Clock::now();
        if (listener && now - m_told >= kTellInterval) {
            m_told = now;
            listener(snapshot());
        }
        if (m_journal.isDue())
            keep();
    }

    /// Takes over what an earlier start kept. Collective.
    void resume()
    {
        runs::requireAlike(m_ranks, packed(std::pair(m_state, rankingWords(m_request, m_samples.count))));
        m_journal = rankingJournal(m_request, m_samples.fingerprint, m_state);
        const auto bytes = m_journal.find(kPart);
        auto kept = runs::ofFirst(m_ranks, bytes ? unpacked<SensitivityState>(*bytes) : SensitivityState());
        if (!isKnown(kept) || kept.samples > m_samples.count || (kept.samples == m_samples.count && kept.rows > 0))
            return;
        m_state = std::move(kept);
        m_resumedRows = m_state.samples * m_groups.size() + m_state.rows;
        logInfo(Message("continuing after {} samples and {} rows", m_state.samples, m_state.rows));
    }

    void keep()
    {
        if (isKnown(m_state))
            m_journal.keep(kPart, [this] { return packed(m_state); });
    }

    /// Whether a row is.
    static bool isKnown(const SensitivityState& state) { return state.samples > 0 || state.rows > 0; }

    const SensitivityRequest& m_request;
    RankGroup& m_ranks;
    const graph::Graph& m_baseline;
    const SampleSource& m_samples;
    WholeRunSource m_runs;
    const SwitchedModel& m_model;
    const QuantizerSwitches& m_switches;
    DecisionReplay m_decisions;
    RankingMeasure m_measure;
    RankingGroups m_ranked;
    std::vector<SwitchGroup>& m_groups; ///< all of them
    SensitivityState m_state;
    std::vector<double> m_wholes;                   ///< by column, of the sample in progress; else empty
    std::vector<results::FlippedDecision> m_counts; ///< of the sample in progress
    std::uint64_t m_resumedRows = 0;
    bool m_hasMacs = false;
    Clock::time_point m_told{};
    Journal m_journal;
};

} // namespace

std::shared_ptr<const SensitivityResult> sensitivity(const graph::Graph& baseline, const graph::Graph& analysis,
                                                     const SampleSource& samples, const SensitivityRequest& request,
                                                     JobContext& ctx,
                                                     const results::Listener<results::SensitivityResult>& listener,
                                                     const PairedLayers* paired)
{
    const auto model = switchQuantizers(baseline, analysis, samples, ctx, paired);
    if (request.method == results::SensitivityMethod::Gradient)
        return gradientRanking(baseline, analysis, model, samples, request, ctx);
    return SensitivitySearch(baseline, model, analysis, samples, request).run(ctx, listener);
}

} // namespace ql::analysis
