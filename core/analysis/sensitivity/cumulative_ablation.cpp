// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sensitivity/cumulative_ablation.h"

#include "core/runs/program/leading_nodes.h"
#include "core/runs/ranks/on_ranks.h"

#include <algorithm>
#include <cmath>

namespace ql::analysis {

CumulativeAblation::CumulativeAblation(const QuantizerSwitches& switches, const RankingMeasure& measure,
                                       std::vector<Set> sets, RankGroup& ranks)
    : m_switches(switches)
    , m_measure(measure)
    , m_ranks(ranks)
    , m_sets(std::move(sets))
{
    const auto& outputs = switches.graph().outputs();
    for (const auto& set : m_sets) {
        m_values.emplace_back(set.steps.size());
        m_leading.push_back(measure.isOfGraph(set.column)
                                ? runs::leadingTo(switches.program(), {&outputs[set.column.output], 1})
                                : std::vector<bool>());
    }
}

std::size_t CumulativeAblation::stepCount() const
{
    std::size_t count = 0;
    for (const auto& set : m_sets)
        count += set.steps.size();
    return count;
}

void CumulativeAblation::addSample(const RankingMeasure::Outputs& expected, const runs::WhatIf& quantized,
                                   const std::vector<runs::Interceptor>& others, JobContext& ctx)
{
    // Every set begins with a copy of the run, whose tensors are shared until they change.
    const jobs::Pieces sets{.end = m_sets.size(), .steps = 0};
    const auto work = [&](std::size_t set, JobContext& context) {
        return grow(set, expected, quantized, others, context);
    };
    runs::runOnRanks<Grown>(m_ranks, sets, m_naiveNodes == 0 ? "growing sets" : nullptr, quantized.bytes(), ctx, work,
                            [&](std::size_t set, const Grown& grown) {
                                take(set, grown);
                                ctx.step(m_sets[set].steps.size());
                            });
}

CumulativeAblation::Grown CumulativeAblation::grow(std::size_t set, const RankingMeasure::Outputs& expected,
                                                   runs::WhatIf state, const std::vector<runs::Interceptor>& others,
                                                   JobContext& ctx) const
{
    Grown grown;
    const auto& [column, steps] = m_sets[set];
    const auto* const leading = m_leading[set].empty() ? nullptr : &m_leading[set];
    std::vector<std::size_t> left;
    for (const auto& step : steps) {
        ctx.throwIfCancelled();
        std::vector<std::size_t> added;
        for (const auto point : step)
            if (std::ranges::find(left, point) == left.end())
                added.push_back(point);
        left.insert(left.end(), added.begin(), added.end());
        auto interceptors = others;
        interceptors.insert(interceptors.begin(), m_switches.allBut(left));
        const auto run = state.advance(m_switches.nodesOf(added), std::move(interceptors), ctx.stopToken(), leading);
        for (const auto node : run.executed)
            grown.executedNodes += m_switches.isSwitch(node) ? 0 : 1;
        grown.values.push_back(m_measure.values({&column, 1}, expected, run.outputs).front());
    }
    return grown;
}

void CumulativeAblation::take(std::size_t set, const Grown& grown)
{
    m_executedNodes += grown.executedNodes;
    m_naiveNodes += m_switches.baseline().nodeCount() * grown.values.size();
    for (std::size_t step = 0; step < grown.values.size(); ++step)
        m_values[set][step].add(grown.values[step], m_sets[set].column.metric);
}

CumulativeAblation::Set growingSet(results::SensitivityOutput& ranking, const RankingColumn& column,
                                   std::span<const SwitchGroup> groups, std::size_t count)
{
    CumulativeAblation::Set set{column, {}};
    for (std::size_t row = 0; row < std::min(count, ranking.rows.size()); ++row) {
        const auto& name = ranking.rows[row].opName;
        const auto& type = ranking.rows[row].sensitiveType;
        const auto group = std::ranges::find_if(
            groups, [&](const SwitchGroup& each) { return each.row.opName == name && each.row.sensitiveType == type; });
        set.steps.push_back(group->points);
        ranking.cumulative.push_back({name, type});
    }
    return set;
}

} // namespace ql::analysis
