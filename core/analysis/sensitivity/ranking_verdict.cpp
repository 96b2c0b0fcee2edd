// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sensitivity/ranking_verdict.h"

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

} // namespace

RankingVerdict::RankingVerdict(const graph::Graph& baseline, std::span<const SwitchGroup> groups,
                               std::size_t pointCount, results::SensitivityMode mode, std::vector<Noise> noise)
    : m_groups(groups)
    , m_noise(std::move(noise))
    , m_qualities(baseline)
    , m_whyNoBudget(whyNotParts(groups, pointCount, mode))
{
    if (!m_whyNoBudget.empty())
        return;
    for (const auto& each : m_noise) {
        std::vector<BudgetPlan::Row> rows;
        for (std::size_t i = 0; i < groups.size(); ++i)
            rows.push_back({&groups[i].row, each.rows[i]});
        m_plans.emplace_back(std::move(rows), each.isBroken);
    }
}

std::vector<CumulativeAblation::Set> RankingVerdict::sets() const
{
    std::vector<CumulativeAblation::Set> sets;
    for (std::size_t i = 0; i < m_plans.size(); ++i) {
        CumulativeAblation::Set set{m_noise[i].output, results::MetricId::Mse, {}};
        for (const auto& run : m_plans[i].runs()) {
            auto& points = set.steps.emplace_back();
            for (const auto row : run)
                points.insert(points.end(), m_groups[row].points.begin(), m_groups[row].points.end());
        }
        sets.push_back(std::move(set));
    }
    return sets;
}

results::Verdict RankingVerdict::verdict(const CumulativeAblation& runs, std::size_t first) const
{
    results::Verdict verdict;
    verdict.whyNoBudget = m_whyNoBudget;
    for (std::size_t i = 0; i < m_noise.size(); ++i) {
        auto& output = verdict.outputs.emplace_back(m_qualities.verdict(m_noise[i].output));
        verdict.samples = m_qualities.sampleCount();
        if (m_plans.empty() || m_noise[i].rows.empty())
            continue;
        std::vector<double> left;
        for (std::size_t run = 0; run < m_plans[i].runs().size(); ++run)
            left.push_back(runs.value(first + i, run));
        output.budget = m_plans[i].budget(left, m_qualities.signalPower(m_noise[i].output));
    }
    return verdict;
}

} // namespace ql::analysis
