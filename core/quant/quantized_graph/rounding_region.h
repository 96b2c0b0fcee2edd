// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/quant/constant_transforms.h"

#include <functional>
#include <optional>
#include <vector>

namespace ql::quant {

/// Nodes that together round one value while the model runs, as scales per token are written out: Abs, ReduceMax, Div,
/// Round, Clip, Mul, or QuantizeLinear with a scale that was just computed.
struct RoundingRegion {
    graph::ValueId source; ///< what is rounded
    graph::ValueId result;
    std::vector<graph::NodeId> nodes; ///< in order of execution
};

/// What makes @p value out of one other value and constants alone, if it rounds. @p isLayer tells the nodes at which
/// the search ends. Nothing where more than a few dozen nodes, other values or bodies stand between.
std::optional<RoundingRegion> roundingBehind(const graph::Graph& graph, graph::ValueId value,
                                             const std::function<bool(const graph::Node&)>& isLayer);

/// What the nodes of @p region do to their source. @throws Error for an operator that isn't known
Transform transformOf(const graph::Graph& graph, const RoundingRegion& region);

} // namespace ql::quant
