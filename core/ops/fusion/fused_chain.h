// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/ops/fusion/element_step.h"
#include "core/ops/passes/epilogue.h"
#include "core/ops/registry.h"

#include <optional>
#include <vector>

namespace ql::ops {

/// Nodes behind one whose kernel may do their work along with its own: of the values between, nobody else reads any.
struct FusedChain {
    std::vector<std::size_t> nodes; ///< in flat order, one after the other
    std::vector<graph::ValueId> inner;
    graph::ValueId result;
    graph::ValueId addend; ///< known before the first node runs, or invalid
    Epilogue epilogue{};   ///< but for its addend
    bool clips = false;    ///< one clip is all that an epilogue has
    /// Where there are any, they are all that the chain is, its first node among them, and the addend is their operand.
    std::vector<ElementStep> steps{};
    std::size_t source = 0; ///< the first node's input that they begin with
};

/// What may be fused to @p first. @p flatPositions is by node id, @p registry says who evaluates the nodes.
std::optional<FusedChain> fusedChainFrom(const graph::Graph& graph, const graph::Node& first,
                                         const std::vector<std::size_t>& flatPositions, const Registry& registry);

/// @p chain, which may be null where nothing may be fused to @p first, and an Identity behind it, which gives what its
/// epilogue makes of it: an interceptor may have a way through integers and back for that one's result. Nothing where
/// there is none, or the chain goes through integers already. Parameters as fusedChainFrom()'s.
std::optional<FusedChain> switchedChainFrom(const graph::Graph& graph, const graph::Node& first,
                                            const FusedChain* chain, const std::vector<std::size_t>& flatPositions,
                                            const Registry& registry);

/// @p first and the element-wise nodes behind it whose work passes over memory do (element_step.h): exporters write
/// GELU as five nodes, SiLU as two. They read numbers, and at most one more value that is known before the first runs.
/// Nothing where there is no second one. Parameters as fusedChainFrom()'s.
std::optional<FusedChain> elementChainFrom(const graph::Graph& graph, const graph::Node& first,
                                           const std::vector<std::size_t>& flatPositions, const Registry& registry);

} // namespace ql::ops
