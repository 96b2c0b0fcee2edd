// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/tracing/data_flow.h"
#include "core/config/tracing/torch_functions.h"
#include "core/graph/ir/graph.h"

#include <vector>

namespace ql::config {

/// A function of PyTorch that an export wrote out in simpler operators.
struct WrittenModule {
    const TorchFunction* function = nullptr;
    std::vector<graph::NodeId> nodes; ///< in the graph's order
};

/// All of @p graph that can be told from what a program computes by itself: x · sigmoid(x) is a SiLU where a module of
/// its own does nothing else, the error function of a GELU always is one. No node belongs to two.
std::vector<WrittenModule> writtenModules(const graph::Graph& graph, const DataFlow& data);

} // namespace ql::config
