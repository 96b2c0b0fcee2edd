// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers/layers.h"
#include "core/analysis/matching/matching.h"
#include "core/graph/ir/graph.h"
#include "core/results/graph_outline.h"

#include <cstddef>
#include <limits>
#include <vector>

namespace ql::analysis {

/// The layers of @p graph and who reads whom. Layers that depend on constants only are left out.
results::GraphOutline outlineOf(const graph::Graph& graph);

constexpr std::size_t kLeftOut = std::numeric_limits<std::size_t>::max();

/// An outline and where its layers stand in it.
struct PlacedOutline {
    results::GraphOutline outline;
    std::vector<std::size_t> nodeOf; ///< by layer; kLeftOut for constants
};

/// Of layers that were collected already.
PlacedOutline placedOutline(const graph::Graph& graph, const std::vector<Layer>& layers);

/// The layers of both models and which of them belong together, as compare() with @p map would pair them. What only
/// moves data and got no partner there takes the one that nodePartners() finds. @throws Error as matchLayers()
results::GraphPair outlinePair(const graph::Graph& baseline, const graph::Graph& analysis, const NameMap& map = {});

} // namespace ql::analysis
