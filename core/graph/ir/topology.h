// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <vector>

namespace ql::graph {

/// Every node, each after the nodes that make its inputs and captures and after those of its open bodies, which follow
/// what makes its inputs; among free choices the file's order.
/// @throws Error (InvalidGraph) naming the nodes on a cycle.
std::vector<NodeId> topologicalOrder(const Graph& graph);

/// For each position of @p order, the values that nobody reads after it (graph outputs and constants excluded):
/// the executor frees them there. A value that is never read dies where it is made. A body reads where its owner stands
/// what belongs to the graph around; what it is given and what it gives lives as long as its turn.
/// @pre @p order holds every node
std::vector<std::vector<ValueId>> lastUses(const Graph& graph, const std::vector<NodeId>& order);

} // namespace ql::graph
