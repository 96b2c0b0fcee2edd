// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sensitivity/ranking_groups.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace ql::analysis {

namespace {

using results::SensitivityGroup;
using results::SensitivityMode;
using results::SensitivityRequest;
using results::SensitivityWhat;

/// Whether some of @p groups have quantizers in common, and all of @p pointCount are in one at least.
bool shareAll(const std::vector<SwitchGroup>& groups, std::size_t pointCount)
{
    std::set<std::size_t> seen;
    std::size_t count = 0;
    for (const auto& group : groups) {
        seen.insert(group.points.begin(), group.points.end());
        count += group.points.size();
    }
    return seen.size() == pointCount && count > pointCount;
}

} // namespace

RankingGroups::RankingGroups(const QuantizerSwitches& switches, const SensitivityRequest& request)
    : m_groups(switchGroups(switches.baseline(), switches.points(), request))
    , m_rowCount(m_groups.size())
{
    const bool isOneOff = request.mode == SensitivityMode::OneOff;
    if (isOneOff && request.group == SensitivityGroup::Layer)
        std::ranges::move(scopeGroups(switches.baseline(), switches.points(), request), std::back_inserter(m_groups));
    m_shownCount = m_groups.size();
    if (isOneOff || !shareAll(m_groups, switches.points().size()))
        return;
    auto apart = request;
    apart.what = SensitivityWhat::Both;
    apart.group = SensitivityGroup::Layer;
    std::ranges::move(switchGroups(switches.baseline(), switches.points(), apart), std::back_inserter(m_groups));
}

} // namespace ql::analysis
