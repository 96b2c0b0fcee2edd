// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <cstdint>
#include <optional>

namespace ql::graph {

// Where the channels of weights lie. Everyone asks here, or weightChannelAxis(), which does: whatever the operator
// computes on, floats or integers.

/// Along which axis of its operand @p floatSlot, of @p rank axes, the channels lie that @p node makes. @p floatSlot
/// counts the inputs of the float operator whose work it does (IntegerOperand::floatSlot). Known for weights of
/// convolutions, for either side of a matrix product and for weights of recurrent operators; nothing for others.
std::optional<std::int64_t> channelAxis(const Node& node, int floatSlot, std::int64_t rank);

/// Whether @p node takes its operand @p floatSlot with the last two axes swapped, against MatMul and LSTM.
bool isStoredTransposed(const Node& node, int floatSlot);

/// Where what lies along @p axis of the first input of @p node lies in what it gives, counted from 0; nothing where
/// @p node, which moves data or keeps it, scatters it, or it can't be told.
std::optional<std::int64_t> axisBehind(const Graph& graph, const Node& node, std::int64_t axis);
/// The other way round: where what lies along @p axis of the first output came from in the first input.
std::optional<std::int64_t> axisBefore(const Graph& graph, const Node& node, std::int64_t axis);

/// Whether @p node gives its first input in another shape, or with its axes in another order.
bool movesAxes(const Node& node);

} // namespace ql::graph
