// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers/operands.h"
#include "core/graph/ir/graph.h"
#include "core/results/graph_outline.h"

namespace ql::analysis {

/// Writes what @p node has of its own into @p outline: its attributes, and the constants that it reads, seen through
/// the quantizers before them.
void addDetails(results::OutlineNode& outline, const graph::Graph& graph, const graph::Node& node,
                const OperandReader& operands);

} // namespace ql::analysis
