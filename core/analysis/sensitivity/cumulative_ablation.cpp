// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sensitivity/cumulative_ablation.h"

#include "core/analysis/simulation/equivalence_check.h"

#include <algorithm>
#include <cmath>

namespace ql::analysis {

CumulativeAblation::CumulativeAblation(const QuantizerSwitches& switches, std::vector<Set> sets)
    : m_switches(switches)
    , m_sets(std::move(sets))
{
    for (const auto& set : m_sets)
        m_values.emplace_back(set.steps.size());
}

std::size_t CumulativeAblation::stepCount() const
{
    std::size_t count = 0;
    for (const auto& set : m_sets)
        count += set.steps.size();
    return count;
}

void CumulativeAblation::addSample(const std::vector<runtime::Tensor>& expected,
                                   const runtime::PartialExecution& quantized,
                                   const std::vector<runtime::Interceptor>& others, JobContext& ctx)
{
    for (std::size_t i = 0; i < m_sets.size(); ++i)
        grow(i, expected[m_sets[i].output], quantized, others, ctx);
}

void CumulativeAblation::grow(std::size_t set, const runtime::Tensor& expected, runtime::PartialExecution state,
                              const std::vector<runtime::Interceptor>& others, JobContext& ctx)
{
    const auto& [output, metric, steps] = m_sets[set];
    std::vector<std::size_t> left;
    for (std::size_t step = 0; step < steps.size(); ++step) {
        std::vector<std::size_t> added;
        for (const auto point : steps[step])
            if (std::ranges::find(left, point) == left.end())
                added.push_back(point);
        left.insert(left.end(), added.begin(), added.end());
        auto interceptors = others;
        interceptors.insert(interceptors.begin(), m_switches.allBut(left));
        const auto run = state.advance(m_switches.nodesOf(added), std::move(interceptors), ctx.stopToken());
        for (const auto node : run.executed)
            m_executedNodes += m_switches.isSwitch(node) ? 0 : 1;
        m_naiveNodes += m_switches.baseline().nodeCount();
        const auto value = results::valueOf(metricsBetween(expected, run.outputs[output]), metric);
        m_values[set][step].add(value.value_or(std::nan("")), metric);
        ctx.step();
    }
}

} // namespace ql::analysis
