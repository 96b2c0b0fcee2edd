// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers/operands.h"
#include "core/analysis/matching/matching.h"
#include "core/graph/ir/graph.h"
#include "core/results/graph_outline.h"

namespace ql::analysis {

/// The layers of @p graph and who reads whom. Layers that depend on constants only are left out.
results::GraphOutline outlineOf(const graph::Graph& graph);

/// The layers of both models and which of them belong together, as compare() with @p map would pair them. What only
/// moves data and got no partner there takes the one that nodePartners() finds. @throws Error as matchLayers()
results::GraphPair outlinePair(const graph::Graph& baseline, const graph::Graph& analysis, const NameMap& map = {});

/// Writes what @p node has of its own into @p outline: its attributes, and the constants that it reads, seen through
/// the quantizers before them.
void addDetails(results::OutlineNode& outline, const graph::Graph& graph, const graph::Node& node,
                const OperandReader& operands);

} // namespace ql::analysis
