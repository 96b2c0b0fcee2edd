// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <string>
#include <vector>

namespace ql::graph {

/// A copy in which the nodes of all bodies stand before the node that runs them, so that whoever looks at nodes and
/// values looks into bodies, too. Values of the graph itself keep their ids. What a body calls by a name that nothing
/// else in the model has keeps it; other names, and made-up ones, begin with the path of the body
/// ("If_0/then_branch/Conv_3"). Bodies that stand in a list stay closed. A graph without bodies, or with open ones, is
/// given back.
Graph withOpenBodies(Graph graph);

/// The reverse, for files: every open body is a graph in its owner's attribute again. Initializers stay outside and are
/// captured, names stay as they are.
Graph withClosedBodies(const Graph& graph);

/// Whether @p node runs open bodies.
bool hasOpenBodies(const Graph& graph, NodeId node);

/// @p node, or the node that runs the body in which it stands, or runs one around that: the one that stands in @p body,
/// or in the graph itself where that is none. Invalid for a node outside of @p body.
NodeId ownerWithin(const Graph& graph, NodeId node, BodyId body);

/// What @p node reads in such a way that Graph::setNodeInput() can replace it: its inputs, then what its open bodies
/// give.
std::vector<ValueId> replaceableReads(const Graph& graph, const Node& node);

/// The values that the nodes in the open bodies of @p node read and that belong to none of these bodies, each once.
std::vector<ValueId> outerReads(const Graph& graph, NodeId node);

/// Whether @p body is a loop's, or stands in one: it may run more than once.
bool isInLoop(const Graph& graph, BodyId body);

/// "If_0/then_branch", "Loop_2/body/If_1/else_branch": the path of a body; "" for none.
std::string pathOf(const Graph& graph, BodyId body);

} // namespace ql::graph
