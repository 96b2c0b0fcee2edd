// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/results/sensitivity_result.h"

#include <optional>
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

/// Sorts rows and scopes. One-on: what hurts most comes first. One-off: what helps most when left out comes first.
void sortRows(results::SensitivityOutput& output, results::SensitivityMode mode);

/// The scope that repairs what no row does, if there is one. @pre rows and scopes are one-off values, sorted
std::optional<results::ScopeRepair> scopeRepairOf(const results::SensitivityOutput& output);

} // namespace ql::analysis
