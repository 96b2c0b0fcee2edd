// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/sensitivity/sensitivity_rows.h"
#include "core/analysis/simulation/switched_model.h"
#include "core/graph/ir/graph.h"
#include "core/results/sensitivity_result.h"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace ql::analysis {

/// One ranking to be: an output under a metric.
struct RankingColumn {
    std::size_t output = 0;
    results::MetricId metric = results::MetricId::Sqnr;
};

/// @throws Error (BadArgument) for an output that the baseline lacks
std::vector<RankingColumn> rankingColumns(const graph::Graph& baseline, const results::SensitivityRequest& request);

/// Adds a column of noise powers, which no ranking shows, for every output. @returns how many columns there were
std::size_t addNoiseColumns(std::vector<RankingColumn>& columns);

/// A result without its numbers: the models, how they are ranked, and where @p model's switches are.
std::shared_ptr<results::SensitivityResult> begunResult(const results::SensitivityRequest& request,
                                                        const SwitchedModel& model);

/// Sorts rows and scopes. One-on: what hurts most comes first. One-off: what helps most when left out comes first.
void sortRows(results::SensitivityOutput& output, results::SensitivityMode mode);

/// The scope that repairs what no row does, if there is one. @pre rows and scopes are one-off values, sorted
std::optional<results::ScopeRepair> scopeRepairOf(const results::SensitivityOutput& output);

/// What a ranking switches, one group after the other: its rows, the scopes beside them, and, where its rows share
/// quantizers, rows for the error budget that share none: shares of the same thing would be counted twice.
class RankingGroups {
public:
    /// @throws Error as switchGroups()
    RankingGroups(const QuantizerSwitches& switches, const results::SensitivityRequest& request);

    const std::vector<SwitchGroup>& all() const { return m_groups; }
    std::vector<SwitchGroup>& all() { return m_groups; }
    /// Rows and scopes: the first of all().
    std::size_t shownCount() const { return m_shownCount; }
    bool isScopeBesideRows(std::size_t group) const { return group >= m_rowCount && group < m_shownCount; }

    /// Those whose noise powers are to be parts of the whole.
    std::span<const SwitchGroup> ofBudget() const { return std::span(m_groups).subspan(budgetBegin()); }
    std::size_t budgetBegin() const { return m_groups.size() > m_shownCount ? m_shownCount : 0; }

private:
    std::vector<SwitchGroup> m_groups;
    std::size_t m_rowCount = 0;
    std::size_t m_shownCount = 0;
};

} // namespace ql::analysis
