// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/results/graph_outline.h"

namespace ql::analysis {

/// The layers of @p graph and who reads whom. Layers that depend on constants only are left out.
results::GraphOutline outlineOf(const graph::Graph& graph);

} // namespace ql::analysis
