// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/layers/layer_causes.h"

#include <cstddef>
#include <cstdint>

namespace ql::analysis {

/// Work as it is counted: nodes that run, and the multiply-accumulates in them.
struct NodeWork {
    std::uint64_t nodes = 0;
    std::uint64_t macs = 0;

    NodeWork& operator+=(const NodeWork& other);
};

/// How much the runs that measure effects may cost. Quick ones: half of the nodes and of the multiply-accumulates of a
/// comparison of several samples, less the half of one sample, which the controlled runs of layers may have spent; but
/// 2,048 nodes with 2^26 multiply-accumulates in any case, as those of a small model take no time that anyone notices.
/// Counted, never timed: the same on every machine.
class EffectBudget {
public:
    /// @p comparison is the work of both models on one sample; @p samples were compared.
    EffectBudget(results::CauseRuns runs, const NodeWork& comparison, std::size_t samples);

    /// Whether so much more may be spent that @p share, 0 … 1, of what is allowed isn't exceeded.
    bool affords(const NodeWork& work, double share = 1.0) const;
    void spend(const NodeWork& work) { m_spent += work; }
    bool isUnlimited() const { return m_isUnlimited; }
    const NodeWork& spent() const { return m_spent; }

private:
    bool m_isUnlimited;
    NodeWork m_allowed;
    NodeWork m_spent;
};

} // namespace ql::analysis
