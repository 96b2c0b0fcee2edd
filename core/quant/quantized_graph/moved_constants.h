// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <vector>

namespace ql::quant {

/// The nodes between @p value and what its elements are before they are moved: Transpose, Reshape, Slice …, whatever
/// has one input of data and constants beside it. Nearest @p value first; empty where no such node makes it.
std::vector<graph::NodeId> movesBehind(const graph::Graph& graph, graph::ValueId value);

/// What @p value is before the nodes of movesBehind() move it.
graph::ValueId beforeMoves(const graph::Graph& graph, graph::ValueId value);

} // namespace ql::quant
