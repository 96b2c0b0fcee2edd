// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/effects/effect_budget.h"

#include <algorithm>

namespace ql::analysis {

namespace {

/// What any comparison may spend: a small model's runs are over before anyone waits.
constexpr std::uint64_t kLeastNodes = 2048;
constexpr std::uint64_t kLeastMacs = std::uint64_t{1} << 26;

} // namespace

NodeWork& NodeWork::operator+=(const NodeWork& other)
{
    nodes += other.nodes;
    macs += other.macs;
    return *this;
}

EffectBudget::EffectBudget(results::CauseRuns runs, const NodeWork& comparison, std::size_t samples)
    : m_isUnlimited(runs == results::CauseRuns::Full)
{
    const std::uint64_t others = samples > 0 ? samples - 1 : 0;
    m_allowed = {std::max(kLeastNodes, others * comparison.nodes / 2),
                 std::max(kLeastMacs, others * comparison.macs / 2)};
}

bool EffectBudget::affords(const NodeWork& work, double share) const
{
    const auto fits = [share](std::uint64_t spent, std::uint64_t more, std::uint64_t allowed) {
        return double(spent + more) <= share * double(allowed);
    };
    return m_isUnlimited
           || (fits(m_spent.nodes, work.nodes, m_allowed.nodes) && fits(m_spent.macs, work.macs, m_allowed.macs));
}

} // namespace ql::analysis
