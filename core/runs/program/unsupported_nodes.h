// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/graph/ir/graph.h"
#include "core/ops/registry.h"

#include <string>
#include <vector>

namespace ql::runs {

/// What a node that can't be executed looks like to the user.
struct UnsupportedNode {
    std::string node;
    std::string opType;
    std::string domain;
    int opset = 0;
    Message reason;
};
/// Every node (bodies included) that @p registry can't evaluate, in order: operators that nobody implements, not in
/// this opset, or not with these attributes.
std::vector<UnsupportedNode> unsupportedNodes(const graph::Graph& graph,
                                              const ops::Registry& registry = ops::Registry::current());

/// @throws Error (UnsupportedOperator) naming the first node whose operator nobody implements, and counting the rest
void requireSupported(const graph::Graph& graph, const ops::Registry& registry);

} // namespace ql::runs
