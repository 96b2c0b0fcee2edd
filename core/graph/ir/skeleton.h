// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

namespace ql::graph {

/// A copy of @p graph that tells everything about its structure and can't be run: constants of more than 1,024
/// elements are empty (their declared type and shape stay), and so are the bodies in attributes (captures stay).
/// Ids of nodes and values are the same.
Graph skeletonOf(const Graph& graph);

} // namespace ql::graph
