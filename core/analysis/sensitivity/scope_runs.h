// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/sensitivity/sensitivity_rows.h"
#include "core/graph/ir/graph.h"
#include "core/quant/point_extraction.h"
#include "core/results/verdict.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ql::analysis {

/// A scope to be left float as a whole while everything else is quantized.
struct ScopeRun {
    std::string scope;
    std::vector<std::string> layers; ///< quantized ones in it, in the graph's order
    /// What is float when a config skips them: the quantizers that nobody outside the scope makes or reads.
    std::vector<std::size_t> points;
};

/// The scopes, narrower ones first, whose @p groups make at least 80 % of an output's noise (or all that breaks it):
/// those of several quantized layers, but not of all. @p noise is the power that each group makes alone, NaN where it
/// breaks the output. Models without scopes have none.
std::vector<ScopeRun> scopeRuns(const graph::Graph& baseline, std::span<const SwitchGroup> groups,
                                const std::vector<quant::QuantizerPoint>& points, const std::vector<double>& noise,
                                bool isBroken);

/// The first of @p runs that took away at least 80 % of @p budget's noise power; nothing where a single layer does
/// that. @p left is the noise power after each run, @p signal the power of the baseline's output.
std::optional<results::ScopeShare> explainingScope(const results::ErrorBudget& budget,
                                                   const std::vector<ScopeRun>& runs, const std::vector<double>& left,
                                                   double whole, double signal);

} // namespace ql::analysis
