// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

namespace ql::graph {

/// Fills in the element types and shapes of @p graph's values that its file doesn't declare, as far as its inputs'
/// declarations and its constants tell; what is declared stays. Bodies are left alone. A node that breaks its
/// operator's rules, and every operator without a rule (core/graph/shape_rules), leaves its outputs unknown: running it
/// will say more.
void inferShapes(Graph& graph);

} // namespace ql::graph
