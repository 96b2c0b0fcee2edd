// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/point_extraction.h"
#include "core/results/sensitivity_result.h"
#include "core/runs/what_if.h"

#include <vector>

namespace ql::analysis {

/// A row to be: which quantizer points are switched together.
struct SwitchGroup {
    results::SensitivityRow row;      ///< without its numbers
    std::vector<std::size_t> points;  ///< indices into the extracted points
    std::vector<graph::NodeId> nodes; ///< the baseline nodes whose MACs count
};

/// Groups @p points into rows as @p request asks: by layer and role, by layer, by siblings or by scope; filtered by
/// name and type. @throws Error (BadArgument) when nothing is left or a layer is unknown
std::vector<SwitchGroup> switchGroups(const graph::Graph& baseline, const std::vector<quant::QuantizerPoint>& points,
                                      const results::SensitivityRequest& request);

/// The scopes of two layers and more.
std::vector<SwitchGroup> scopeGroups(const graph::Graph& baseline, const std::vector<quant::QuantizerPoint>& points,
                                     results::SensitivityRequest request);

/// Fills in how many multiply-accumulate operations the layers of each row do, by the shapes of the run @p plain.
void countMacs(std::vector<SwitchGroup>& groups, const graph::Graph& baseline, const runs::WhatIf& plain);

} // namespace ql::analysis
