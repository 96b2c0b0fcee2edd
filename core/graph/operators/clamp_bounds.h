// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <optional>

namespace ql::graph {

/// Between what an activation keeps its values: infinite where it has no such end, nothing where that is computed.
struct ClampBounds {
    std::optional<double> low;
    std::optional<double> high;
};

/// Of a Relu from 0 on; of a Clip its attributes up to opset 10, constants afterwards, of which the ends of float32 are
/// no bounds. Nothing of both for what is no clamp.
ClampBounds clampBounds(const Graph& graph, const Node& node);

} // namespace ql::graph
