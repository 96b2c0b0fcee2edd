// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <set>
#include <unordered_map>

namespace ql::graph {

/// What is different in a copy.
struct CopyEdits {
    std::unordered_map<ValueId, std::string> names;    ///< new names of values; the old ones are free for others
    std::unordered_map<ValueId, TensorData> constants; ///< new constants of initializers
    std::set<NodeId> droppedNodes;
    std::unordered_map<NodeId, NodeSpec>
        replacedNodes; ///< what stands in their place; reads and gives values of the source
    /// Nodes of the standard's operators are computed as the standard says, unless they read numbers that a TorchScript
    /// program computes.
    bool dropsTorchCalls = false;
    std::map<std::pair<NodeId, std::size_t>, ValueId> outputs; ///< another value for output i of a node
};

/// What makes a node such as @p node of @p graph: its names, operator, attributes, captures and bodies; its inputs and
/// outputs as they are.
NodeSpec specOf(const Graph& graph, const Node& node);

/// Adds the open bodies of @p source, under the same ids, to @p copy, which has its values and no bodies so far. The
/// nodes that are added next own them.
void addOpenBodies(Graph& copy, const Graph& source);

/// A copy in which every value keeps its id, so that bodies still capture what they did. Nodes get new ids, in
/// topological order; their names stay. The bodies of a node that is dropped go with it.
Graph copyGraph(const Graph& source, const CopyEdits& edits = {});

/// A copy of @p graph that tells everything about its structure and can't be run: constants of more than 1,024
/// elements are empty (their declared type and shape stay), and so are the bodies in attributes (captures stay).
/// Ids of nodes and values are the same.
Graph skeletonOf(const Graph& graph);

} // namespace ql::graph
