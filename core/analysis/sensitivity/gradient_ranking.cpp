// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sensitivity/gradient_ranking.h"

#include "core/analysis/measure/mean_value.h"
#include "core/analysis/sensitivity/cumulative_ablation.h"
#include "core/analysis/sensitivity/ranking_measure.h"
#include "core/analysis/sensitivity/sensitivity_ranking.h"
#include "core/analysis/simulation/whole_runs.h"
#include "core/analysis/workspace/workspace.h"
#include "core/base/error.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace ql::analysis {

namespace {

using results::MetricId;
using results::SensitivityRequest;
using results::SensitivityResult;
using runs::WhatIf;

constexpr double kPredictedAt = 0.6; // of the progress bar
constexpr double kMeasuredAt = 0.9;

[[noreturn]] void refusePrediction(Message what)
{
    throw Error(ErrorCode::BadArgument, std::move(what), "rank with --method exact");
}

void requirePredictable(const SensitivityRequest& request)
{
    if (request.mode != results::SensitivityMode::OneOn)
        refusePrediction("derivatives of the baseline predict what one quantizer alone does, mode one-on");
    for (const auto metric : request.metrics)
        if (!results::isPredictable(metric))
            refusePrediction(Message("derivatives predict mse, rel_l2 and sqnr_db, not {}", results::key(metric)));
    if (request.options.functions)
        refusePrediction("what a function says has no derivative here");
    if (request.replaysDecisions)
        refusePrediction("replayed decisions have no derivative");
    if (ranksOf(request.options).size() > 1)
        refusePrediction("derivatives are made by one process");
    if (request.probes == 0)
        throw Error(ErrorCode::BadArgument, "0 backward passes predict nothing", "give --probes 1 or more");
}

void requireNoLoops(const QuantizerSwitches& switches)
{
    for (std::size_t point = 0; point < switches.points().size(); ++point)
        if (switches.graph().value(switches.switched(point)).body.isValid())
            refusePrediction(Message("quantizer {} is in a loop or branch, which is differentiated as a whole",
                                     switches.points()[point].key));
}

double valueOf(MetricId metric, double noise, double signal)
{
    if (metric == MetricId::Mse)
        return noise;
    if (metric == MetricId::RelL2)
        return std::sqrt(noise / signal);
    return noise == 0.0 ? std::numeric_limits<double>::infinity() : 10.0 * std::log10(signal / noise);
}

/// Mean square of the elements.
double powerOf(const runs::Tensor& tensor)
{
    return tensor.data.to(at::kDouble).square().mean().item<double>();
}

class GradientRanking {
public:
    GradientRanking(const graph::Graph& baseline, const graph::Graph& analysis, const SwitchedModel& model,
                    const SampleSource& samples, const SensitivityRequest& request)
        : m_request(request)
        , m_samples(samples)
        , m_runs(baseline, analysis, model, samples)
        , m_model(model)
        , m_switches(*model.switches)
        , m_measure(m_switches.baseline(), request)
        , m_ranked(m_switches, request)
        , m_groups(m_ranked.all().begin(), m_ranked.all().begin() + std::ptrdiff_t(m_ranked.shownCount()))
        , m_scores(m_switches, m_groups, request.probes)
        , m_predicted(m_measure.shownCount() * m_groups.size())
        , m_exact(m_predicted.size())
        , m_wholes(m_measure.shownCount())
        , m_reproductionDb(m_measure.shownCount(), std::numeric_limits<double>::infinity())
    {
    }

    std::shared_ptr<const SensitivityResult> run(JobContext& ctx)
    {
        ctx.beginStage("differentiating", m_samples.count * m_switches.graph().nodeCount(), kPlacedAt, kPredictedAt);
        for (std::size_t i = 0; i < m_samples.count; ++i)
            predict(i, ctx);
        const auto top = worstRows();
        ctx.beginStage("measuring sensitivity", m_samples.count * top.size(), kPredictedAt, kMeasuredAt);
        for (std::size_t i = 0; i < m_samples.count && !top.empty(); ++i)
            measure(i, top, ctx);
        auto result = assembled();
        growSets(*result, ctx);
        result->isComplete = true;
        return result;
    }

private:
    std::span<const RankingColumn> columns() const
    {
        return std::span(m_measure.columns()).first(m_measure.shownCount());
    }
    std::size_t cell(std::size_t column, std::size_t row) const { return column * m_groups.size() + row; }

    void predict(std::size_t sample, JobContext& ctx)
    {
        const auto inputs = m_samples.read(sample);
        const auto plain = m_runs.plain(inputs, ctx);
        measureWhole(sample, inputs, *plain, ctx);
        if (sample == 0)
            countMacs(m_groups, m_switches.baseline(), *plain);
        std::vector<std::size_t> outputs;
        for (const auto& column : columns())
            outputs.push_back(column.output);
        outputs.erase(std::unique(outputs.begin(), outputs.end()), outputs.end());
        const auto noise = m_scores.noise(inputs, outputs, sample, ctx);
        for (std::size_t i = 0; i < columns().size(); ++i) {
            const auto& column = columns()[i];
            const auto output = std::size_t(std::ranges::find(outputs, column.output) - outputs.begin());
            const double signal = powerOf(plain->outputs()[column.output]);
            for (std::size_t row = 0; row < m_groups.size(); ++row)
                m_predicted[cell(i, row)].add(valueOf(column.metric, noise[output][row], signal), column.metric);
        }
    }

    void measureWhole(std::size_t sample, const runs::NamedTensors& inputs, const WhatIf& plain, JobContext& ctx)
    {
        const auto on = m_runs.allOn(inputs, {}, ctx);
        const auto found = m_runs.analysisOutputs(inputs, ctx);
        const auto checked = m_runs.check().check(plain, *on, found);
        const auto values = m_measure.values(columns(), m_measure.read(plain.outputs(), sample), found);
        for (std::size_t i = 0; i < columns().size(); ++i) {
            m_wholes[i].add(values[i], columns()[i].metric);
            const double db = checked[columns()[i].output].reproductionDb;
            if (!(db >= m_reproductionDb[i])) // the least, and NaN if there is one
                m_reproductionDb[i] = db;
        }
    }

    /// Those that come first in any ranking, as many of each as are wanted exact, and those that nothing predicts.
    std::vector<std::size_t> worstRows() const
    {
        std::set<std::size_t> worst;
        for (std::size_t i = 0; i < columns().size(); ++i) {
            std::vector<std::size_t> rows(m_groups.size());
            std::iota(rows.begin(), rows.end(), std::size_t(0));
            const auto unknown = std::ranges::stable_partition(
                rows, [&](std::size_t row) { return !std::isnan(m_predicted[cell(i, row)].value()); });
            worst.insert(unknown.begin(), unknown.end());
            rows.erase(unknown.begin(), unknown.end());
            std::ranges::stable_sort(rows, [&](std::size_t a, std::size_t b) {
                return results::isWorse(columns()[i].metric, m_predicted[cell(i, a)].value(),
                                        m_predicted[cell(i, b)].value());
            });
            rows.resize(std::min(rows.size(), m_request.exactTop));
            worst.insert(rows.begin(), rows.end());
        }
        return {worst.begin(), worst.end()};
    }

    void measure(std::size_t sample, const std::vector<std::size_t>& rows, JobContext& ctx)
    {
        const auto plain = m_runs.plain(m_samples.read(sample), ctx);
        const auto expected = m_measure.read(plain->outputs(), sample);
        for (const auto row : rows) {
            const auto& points = m_groups[row].points;
            const auto run = plain->rerun(m_switches.nodesOf(points), {m_switches.only(points)}, ctx.stopToken());
            m_executedNodes += run.executed.size();
            const auto values = m_measure.values(columns(), expected, run.outputs);
            for (std::size_t i = 0; i < columns().size(); ++i)
                m_exact[cell(i, row)].add(values[i], columns()[i].metric);
            ctx.step(1, m_groups[row].row.opName);
        }
    }

    std::shared_ptr<SensitivityResult> assembled() const
    {
        auto result = begunResult(m_request, m_model);
        result->samples = m_samples.count;
        result->executedNodes = m_executedNodes;
        result->naiveNodes = m_samples.count * m_groups.size() * m_switches.baseline().nodeCount();
        for (std::size_t i = 0; i < columns().size(); ++i) {
            auto& output = result->outputs.emplace_back();
            output.name = m_measure.nameOf(columns()[i]);
            output.metric = columns()[i].metric;
            output.everythingOn = m_wholes[i].value();
            output.reproductionDb = m_reproductionDb[i];
            for (std::size_t row = 0; row < m_groups.size(); ++row) {
                auto& shown = output.rows.emplace_back(m_groups[row].row);
                shown.isPredicted = !m_exact[cell(i, row)].isKnown();
                shown.metricValue = (shown.isPredicted ? m_predicted : m_exact)[cell(i, row)].value();
            }
            sortRows(output, m_request.mode);
        }
        return result;
    }

    void growSets(SensitivityResult& result, JobContext& ctx)
    {
        std::vector<CumulativeAblation::Set> planned;
        for (std::size_t i = 0; i < result.outputs.size(); ++i)
            planned.push_back(growingSet(result.outputs[i], columns()[i], m_groups, m_request.growingSets));
        CumulativeAblation sets(m_switches, m_measure, std::move(planned));
        ctx.beginStage("leaving the worst float together", sets.stepCount() * m_samples.count, kMeasuredAt, 1.0);
        if (sets.stepCount() == 0)
            return;
        for (std::size_t i = 0; i < m_samples.count; ++i) {
            const auto inputs = m_samples.read(i);
            const auto quantized = m_runs.allOn(inputs, {}, ctx);
            sets.addSample(m_measure.read(m_runs.plain(inputs, ctx)->outputs(), i), *quantized, {}, ctx);
        }
        for (std::size_t i = 0; i < result.outputs.size(); ++i)
            for (std::size_t step = 0; step < result.outputs[i].cumulative.size(); ++step)
                result.outputs[i].cumulative[step].metricValue = sets.value(i, step);
        result.executedNodes += sets.executedNodes();
    }

    const SensitivityRequest& m_request;
    const SampleSource& m_samples;
    WholeRunSource m_runs;
    const SwitchedModel& m_model;
    const QuantizerSwitches& m_switches;
    RankingMeasure m_measure;
    RankingGroups m_ranked;
    std::vector<SwitchGroup> m_groups;
    GradientScores m_scores;
    std::vector<MeanValue> m_predicted; ///< by column, then row
    std::vector<MeanValue> m_exact;     ///< the same, unknown for rows that weren't run
    std::vector<MeanValue> m_wholes;    ///< by column
    std::vector<double> m_reproductionDb;
    std::uint64_t m_executedNodes = 0;
};

} // namespace

std::shared_ptr<const SensitivityResult> gradientRanking(const graph::Graph& baseline, const graph::Graph& analysis,
                                                         const SwitchedModel& model, const SampleSource& samples,
                                                         const SensitivityRequest& request, JobContext& ctx)
{
    requirePredictable(request);
    requireNoLoops(*model.switches);
    return GradientRanking(baseline, analysis, model, samples, request).run(ctx);
}

} // namespace ql::analysis
