// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sensitivity/ranking_verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace ql::analysis {

namespace {

/// Why the rows' noise powers are no parts of the whole; empty if they are.
Message whyNotParts(std::span<const SwitchGroup> groups, std::size_t pointCount, results::SensitivityMode mode)
{
    if (mode != results::SensitivityMode::OneOn)
        return Message("shares come from a one-on ranking, in which only one row is quantized at a time");
    std::set<std::size_t> seen;
    std::size_t count = 0;
    for (const auto& group : groups) {
        seen.insert(group.points.begin(), group.points.end());
        count += group.points.size();
    }
    if (count > seen.size())
        return Message("rows share quantizers; rank layers with a row for activations and one for weights");
    if (seen.size() < pointCount)
        return Message("the ranking is about {} of {} quantizers", seen.size(), pointCount);
    return {};
}

constexpr double kMostForeignShare = 0.5;

std::vector<std::optional<std::size_t>> partnersOf(const graph::Graph& baseline, const graph::Graph& bypassed)
{
    std::vector<std::optional<std::size_t>> partners;
    for (const auto output : baseline.outputs()) {
        auto& partner = partners.emplace_back();
        for (std::size_t i = 0; i < bypassed.outputs().size(); ++i)
            if (bypassed.value(bypassed.outputs()[i]).name == baseline.value(output).name)
                partner = i;
    }
    return partners;
}

} // namespace

RankingVerdict::RankingVerdict(const graph::Graph& baseline, std::span<const SwitchGroup> groups,
                               const std::vector<quant::QuantizerPoint>& points, results::SensitivityMode mode,
                               std::vector<Noise> noise)
    : m_groups(groups)
    , m_noise(std::move(noise))
    , m_qualities(baseline)
    , m_whyNoBudget(whyNotParts(groups, points.size(), mode))
{
    if (!m_whyNoBudget.empty())
        return;
    for (const auto& each : m_noise) {
        std::vector<BudgetPlan::Row> rows;
        for (std::size_t i = 0; i < groups.size(); ++i)
            rows.push_back({&groups[i].row, each.rows[i]});
        m_plans.emplace_back(std::move(rows), each.isBroken);
        m_scopes.push_back(scopeRuns(baseline, groups, points, each.rows, each.isBroken));
    }
}

std::vector<CumulativeAblation::Set> RankingVerdict::sets() const
{
    std::vector<CumulativeAblation::Set> sets;
    for (std::size_t i = 0; i < m_plans.size(); ++i) {
        const RankingColumn column{m_noise[i].output, results::MetricId::Mse};
        auto& set = sets.emplace_back(CumulativeAblation::Set{column, {}});
        for (const auto& run : m_plans[i].runs()) {
            auto& points = set.steps.emplace_back();
            for (const auto row : run)
                points.insert(points.end(), m_groups[row].points.begin(), m_groups[row].points.end());
        }
        for (const auto& scope : m_scopes[i])
            sets.push_back({column, {scope.points}});
    }
    return sets;
}

std::optional<results::ErrorBudget> RankingVerdict::budget(std::size_t output, const CumulativeAblation& runs,
                                                           std::size_t first) const
{
    for (std::size_t i = 0; i < output; ++i)
        first += 1 + m_scopes[i].size();
    std::vector<double> left;
    for (std::size_t run = 0; run < m_plans[output].runs().size(); ++run)
        left.push_back(runs.value(first, run));
    const double signal = m_qualities.signalPower(m_noise[output].output);
    auto budget = m_plans[output].budget(left, signal);
    std::vector<double> leftOfScopes;
    for (std::size_t i = 0; i < m_scopes[output].size(); ++i)
        leftOfScopes.push_back(runs.value(first + 1 + i, 0));
    if (budget)
        budget->scope = explainingScope(*budget, m_scopes[output], leftOfScopes, left.front(), signal);
    return budget;
}

results::Verdict RankingVerdict::verdict(const CumulativeAblation& runs, std::size_t first) const
{
    results::Verdict verdict;
    verdict.whyNoBudget = m_whyNoBudget;
    for (std::size_t i = 0; i < m_noise.size(); ++i) {
        auto& output = verdict.outputs.emplace_back(m_qualities.verdict(m_noise[i].output));
        verdict.samples = m_qualities.sampleCount();
        if (!m_plans.empty() && !m_noise[i].rows.empty())
            output.budget = budget(i, runs, first);
    }
    return verdict;
}

InsideVerdict::InsideVerdict(const graph::Graph& baseline, const graph::Graph& bypassed)
    : m_baseline(baseline)
    , m_partners(partnersOf(baseline, bypassed))
    , m_whole(baseline)
    , m_bypassed(baseline)
{
}

void InsideVerdict::addSample(const std::vector<runs::Tensor>& baseline, const std::vector<runs::Tensor>& bypassed,
                              const std::vector<runs::Tensor>& analysis)
{
    const auto inOrder = [this](const std::vector<runs::Tensor>& outputs) {
        std::vector<runs::Tensor> ordered;
        for (const auto& partner : m_partners)
            ordered.push_back(partner ? outputs.at(*partner) : runs::Tensor());
        return ordered;
    };
    m_whole.addSample(baseline, inOrder(analysis));
    m_bypassed.addSample(baseline, inOrder(bypassed));
}

results::Verdict InsideVerdict::verdict(const results::Verdict& ranking) const
{
    results::Verdict verdict{.samples = ranking.samples, .outputs = {}, .whyNoBudget = ranking.whyNoBudget};
    for (std::size_t i = 0; i < m_partners.size(); ++i) {
        const auto& name = m_baseline.value(m_baseline.outputs()[i]).name;
        const auto found = std::ranges::find(ranking.outputs, name, &results::OutputVerdict::name);
        if (found == ranking.outputs.end())
            continue;
        auto& output = verdict.outputs.emplace_back(m_whole.verdict(i));
        const double foreign = m_bypassed.noisePower(i) / m_whole.noisePower(i);
        if (!found->budget)
            continue;
        if (foreign <= kMostForeignShare)
            output.budget = found->budget;
        else if (verdict.whyNoBudget.empty())
            verdict.whyNoBudget =
                Message("the models differ by more than their quantizers: with all of them bypassed, output {} of the "
                        "analysis model has {} dB against the baseline, with them {} dB",
                        name, Number{fmt::format("{:.1f}", m_bypassed.verdict(i).sqnrDb)},
                        Number{fmt::format("{:.1f}", m_whole.verdict(i).sqnrDb)});
    }
    if (verdict.hasBudget())
        verdict.whyNoBudget = {};
    return verdict;
}

} // namespace ql::analysis
