// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <vector>

namespace ql::graph {

/// Every node, each after the nodes that make its inputs and captures; among free choices the file's order.
/// @throws Error (InvalidGraph) naming the nodes on a cycle.
std::vector<NodeId> topologicalOrder(const Graph& graph);

/// For each position of @p order, the values that nobody reads after it (graph outputs and constants excluded):
/// the executor frees them there. A value that is never read dies where it is made.
std::vector<std::vector<ValueId>> lastUses(const Graph& graph, const std::vector<NodeId>& order);

} // namespace ql::graph
