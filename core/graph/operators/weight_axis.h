// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <cstdint>

namespace ql::graph {

/// Along which the output channels of @p node's weight, its input 1, lie: 0 for a convolution, 1 for a transposed one,
/// the last for a product with a constant matrix, 0 where that isn't known.
std::int64_t weightChannelAxis(const Graph& graph, const Node& node);

} // namespace ql::graph
