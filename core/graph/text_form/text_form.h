// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

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
/// Names that are not [A-Za-z_][A-Za-z0-9_.]*, or that are words of this language, are quoted. Omitted inputs and
/// outputs are `_`, a node without outputs begins with `()`. Line breaks are spaces; # begins a comment.
/// A body is an attribute `{ graph … }`; `capture inner = outer` lines stand for its captures.
///
///     input s: float32[]                              # a scalar; `float32` alone has an unknown rank
///     input n: float32[batch=2,"my dim"]              # a size with a symbol; a symbol that needs quotes
///     const h: float16[3] = {inf, nan, 0x7e01}        # a NaN with payload is written as its bits
///     const k: int4[3] = {-8, 7, 0}                   # packed when read
///     const d: float32[?] = float32[2] {1, 2}         # declared otherwise than it is
///     value v: int64[1]                               # nobody makes it
///     a: float32[2], _ = Split(x) {axis: 0, alpha: 1.0, names: ["p"], empty: ints [], t: int64[1] {3}}
///     b = com.microsoft.QGemm(a, _, w) opset 1        # an opset other than the graph's
///     c = "my.domain"/"odd operator"(b)
///     e = If(c) {then_branch: {
///         graph "then"                                # opsets are those of the enclosing graph
///         capture inner = x
///         t = Relu(inner)
///         output t
///     }, else_branch: {graph "else" capture inner = a output inner}}
std::string printGraph(const Graph& graph);

/// @throws Error (FileCorrupt) with line and column, what was expected and what was found.
Graph parseGraph(std::string_view text);

} // namespace ql::graph
