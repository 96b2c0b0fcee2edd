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
        m_budgets.push_back({BudgetPlan(std::move(rows), each.isBroken),
                             scopeRuns(baseline, groups, points, each.rows, each.isBroken),
                             {},
                             {}});
    }
}

/// Whether the runs so far leave several layers to blame, and the scopes around them are to be tried.
bool RankingVerdict::Making::needsScopes() const
{
    if (scopes.empty() || !leftOfScopes.empty() || left.empty() || left.front() == 0.0)
        return false;
    return !next().empty() || plan.runs()[left.size() - 1].size() > 1;
}

std::vector<std::size_t> RankingVerdict::pointsOf(std::span<const std::vector<std::size_t>> runs) const
{
    std::vector<std::size_t> points;
    for (const auto& run : runs)
        for (const auto row : run)
            points.insert(points.end(), m_groups[row].points.begin(), m_groups[row].points.end());
    return points;
}

std::vector<CumulativeAblation::Set> RankingVerdict::nextSets() const
{
    std::vector<CumulativeAblation::Set> sets;
    for (std::size_t i = 0; i < m_budgets.size(); ++i) {
        const auto& making = m_budgets[i];
        const RankingColumn column{m_noise[i].output, results::MetricId::Mse};
        const std::span runs(making.plan.runs());
        auto known = making.left.size();
        if (const auto count = making.next().size(); count > 0) {
            auto& steps = sets.emplace_back(CumulativeAblation::Set{column, {}}).steps;
            steps.push_back(pointsOf(runs.first(++known)));
            for (; steps.size() < count; ++known)
                steps.push_back(pointsOf(runs.subspan(known, 1)));
        }
        if (making.needsScopes())
            for (const auto& scope : making.scopes)
                sets.push_back({column, {scope.points}});
    }
    return sets;
}

void RankingVerdict::take(const CumulativeAblation& runs, std::size_t first)
{
    for (auto& making : m_budgets) {
        const bool needsScopes = making.needsScopes(); // as long as the next runs aren't known
        const auto count = making.next().size();
        for (std::size_t run = 0; run < count; ++run)
            making.left.push_back(runs.value(first, run));
        first += count > 0 ? 1 : 0;
        for (std::size_t scope = 0; needsScopes && scope < making.scopes.size(); ++scope)
            making.leftOfScopes.push_back(runs.value(first++, 0));
    }
}

std::optional<results::ErrorBudget> RankingVerdict::budget(std::size_t output) const
{
    const auto& [plan, scopes, left, leftOfScopes] = m_budgets[output];
    const double signal = m_qualities.signalPower(m_noise[output].output);
    auto budget = plan.budget(left, signal);
    if (budget && !leftOfScopes.empty())
        budget->scope = explainingScope(*budget, scopes, leftOfScopes, left.front(), signal);
    return budget;
}

results::Verdict RankingVerdict::verdict() const
{
    results::Verdict verdict;
    verdict.whyNoBudget = m_whyNoBudget;
    for (std::size_t i = 0; i < m_noise.size(); ++i) {
        auto& output = verdict.outputs.emplace_back(m_qualities.verdict(m_noise[i].output));
        verdict.samples = m_qualities.sampleCount();
        if (!m_budgets.empty() && !m_noise[i].rows.empty())
            output.budget = budget(i);
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
