// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/ops/registry.h"

#include <vector>

namespace ql::ops {

// What a chain of nodes that run as one is made of.

/// Whether @p node is a standard operator of one output that our own kernel evaluates.
bool isOurs(const graph::Node& node, const Registry& registry);
/// The node that alone reads @p value, once, or null.
const graph::Node* onlyReader(const graph::Graph& graph, graph::ValueId value);
/// Whether @p value is there before @p first runs. @p flatPositions is by node id.
bool isKnownBefore(const graph::Graph& graph, const std::vector<std::size_t>& flatPositions, const graph::Node& first,
                   graph::ValueId value);

} // namespace ql::ops
