// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <set>
#include <string>
#include <vector>

namespace ql::analysis {

/// The layers of @p layers that stand next to @p outputs, then these and those next to them: what is left in float
/// first by a usual rule, as nothing behind it quantizes again. In the graph's order; no set twice, and none that holds
/// all layers.
std::vector<std::vector<std::string>> tailsOf(const graph::Graph& graph, const std::vector<graph::ValueId>& outputs,
                                              const std::set<graph::NodeId>& layers);

} // namespace ql::analysis
