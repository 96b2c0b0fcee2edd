// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <vector>

namespace ql::analysis {

/// The values that operators which only move data join in an output, and these operators.
struct JoinedOutput {
    std::vector<graph::ValueId> values; ///< that are joined, in the order of the way back
    std::vector<graph::NodeId> layers;  ///< between them and the output, in that order
    graph::NodeId join;                 ///< of these the first with several such inputs
    std::vector<graph::NodeId> makers;  ///< of the values, each once
};

/// Empty where fewer than two values are joined.
JoinedOutput joinedIn(const graph::Graph& graph, graph::ValueId output);

} // namespace ql::analysis
