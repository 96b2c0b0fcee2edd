// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/fusion/fused_chain.h"

namespace ql::ops {

/// @p first and the element-wise nodes behind it whose work passes over memory do (element_step.h): exporters write
/// GELU as five nodes, SiLU as two. They read numbers, and at most one more value that is known before the first runs.
/// Nothing where there is no second one. Parameters as fusedChainFrom()'s.
std::optional<FusedChain> elementChainFrom(const graph::Graph& graph, const graph::Node& first,
                                           const std::vector<std::size_t>& flatPositions, const Registry& registry);

} // namespace ql::ops
