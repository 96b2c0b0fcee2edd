// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/run_budget.h"

namespace ql::analysis {

RunBudget::RunBudget(results::CauseRuns runs, const ValueSource& baseline, const ValueSource& analysis,
                     const runtime::Program& program)
    : m_isUnlimited(runs == results::CauseRuns::Full)
    , m_baseline(baseline)
    , m_program(program)
    , m_allowedNodes((baseline.nodeCount() + analysis.nodeCount()) / 2)
{
}

void RunBudget::advanceTo(std::size_t baselineNodes)
{
    for (; m_done < baselineNodes; ++m_done)
        m_doneMacs += m_baseline.macs()[m_program.order()[m_done].position()];
}

bool RunBudget::affords(std::span<const graph::NodeId> nodes, std::size_t times, bool isEssential) const
{
    if (m_isUnlimited)
        return true;
    const std::uint64_t share = isEssential ? 1 : 2;
    return share * (m_spentNodes + times * nodes.size()) <= m_allowedNodes
           && m_spentMacs + times * macsOf(nodes) <= m_doneMacs;
}

void RunBudget::spend(std::span<const graph::NodeId> nodes)
{
    m_spentNodes += nodes.size();
    m_spentMacs += macsOf(nodes);
}

std::uint64_t RunBudget::macsOf(std::span<const graph::NodeId> nodes) const
{
    std::uint64_t sum = 0;
    for (const auto node : nodes)
        sum += m_baseline.macs()[node.position()];
    return sum;
}

} // namespace ql::analysis
