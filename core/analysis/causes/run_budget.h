// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/simulation/value_source.h"
#include "core/results/layer_causes.h"

#include <cstdint>
#include <span>

namespace ql::analysis {

/// How much controlled runs may cost: quick ones, half of the comparison's nodes, and half of the multiply-accumulates
/// that it did so far, which both models share alike. Counted, so that a slow machine gives the same result.
class RunBudget {
public:
    /// Both sides run; @p program is the baseline's. They must outlive it.
    RunBudget(results::CauseRuns runs, const ValueSource& baseline, const ValueSource& analysis,
              const runtime::Program& program);

    /// So many nodes of the baseline are done.
    void advanceTo(std::size_t baselineNodes);
    /// Whether @p nodes of the baseline may run @p times more. What is not @p isEssential leaves half to what is.
    bool affords(std::span<const graph::NodeId> nodes, std::size_t times, bool isEssential) const;
    void spend(std::span<const graph::NodeId> nodes);
    std::uint64_t executedNodes() const { return m_spentNodes; }

private:
    std::uint64_t macsOf(std::span<const graph::NodeId> nodes) const;

    bool m_isUnlimited;
    const ValueSource& m_baseline;
    const runtime::Program& m_program;
    std::uint64_t m_allowedNodes;
    std::size_t m_done = 0;
    std::uint64_t m_doneMacs = 0;
    std::uint64_t m_spentNodes = 0;
    std::uint64_t m_spentMacs = 0;
};

} // namespace ql::analysis
