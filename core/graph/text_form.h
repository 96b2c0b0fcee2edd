// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <string>
#include <string_view>

namespace ql::graph {

/// Prints @p graph in its text form, which parseGraph() reads back to an equal graph (names, types, shapes,
/// attributes, initializers bit for bit, bodies, captures, scopes, opsets). Same graph in, same bytes out.
///
///     graph "demo" opset 13, com.microsoft 1
///     input x: float32[1,3,?,width]
///     const w: float32[2] = {1, -0.5}
///     y = Conv(x, w) {group: 1, pads: [1, 1, 1, 1], mode: "constant"} name "conv1" scope "block/a"
///     output y
///
/// Names that are not [A-Za-z_][A-Za-z0-9_.]* are quoted. Omitted inputs and outputs are `_`.
/// A body is an attribute `{ graph … }`; `capture inner = outer` lines stand for its captures.
std::string printGraph(const Graph& graph);

/// @throws Error (FileCorrupt) with line and column, what was expected and what was found.
Graph parseGraph(std::string_view text);

} // namespace ql::graph
