// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <vector>

namespace ql::graph {

/// All nodes in topological order: each after the producers of its inputs and captured values; the nodes of open bodies
/// stand between those producers and the node that owns the body. Ties are resolved by the file's order.
/// @throws Error (InvalidGraph) naming the nodes on a cycle.
std::vector<NodeId> topologicalOrder(const Graph& graph);

/// For each position of @p order, the values that nobody reads after it (graph outputs and constants excluded):
/// the executor frees them there. A value that is never read is freed where it is produced. A body's reads of the
/// enclosing graph count at its owner's position; the inputs and outputs of a body live for one iteration.
/// @pre @p order holds every node
std::vector<std::vector<ValueId>> lastUses(const Graph& graph, const std::vector<NodeId>& order);

} // namespace ql::graph
