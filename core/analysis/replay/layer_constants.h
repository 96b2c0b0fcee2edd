// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <vector>

namespace ql::analysis {

/// Whether two layers, given by their nodes, compute with constants of the same shapes but of other numbers. False
/// where nothing tells: one of them keeps its constants in integers, in another shape or folded into each other.
bool haveOtherConstants(const graph::Graph& baseline, const std::vector<graph::NodeId>& baselineRun,
                        const graph::Graph& analysis, const std::vector<graph::NodeId>& analysisRun);

} // namespace ql::analysis
