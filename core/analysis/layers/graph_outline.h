// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers/layers.h"
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

} // namespace ql::analysis
