// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/tracing/torch_functions.h"
#include "core/graph/ir/graph.h"

#include <string>
#include <vector>

namespace ql::config {

/// An input of a node.
struct LayerInput {
    graph::NodeId node;
    std::size_t slot = 0;
    graph::ValueId value;
};

/// What a trace of the PyTorch program (torch.fx, on which AMCT works) has as one layer.
struct TracedLayer {
    const TorchFunction* function = nullptr;
    std::vector<graph::NodeId> nodes; ///< one, or those in which an export wrote it out
    /// What the trace calls it, best first: a function by its name and count, "add_1", a module by its path. Where
    /// several functions become one operator, each of them.
    std::vector<std::string> names;
    std::vector<LayerInput> inputs; ///< that nodes of other layers make, and constants
};

/// The layers of @p graph that compute on or move data, in its order.
std::vector<TracedLayer> tracedLayers(const graph::Graph& graph);

/// "/layer1/layer1.0/conv1/Conv" → "layer1.0.conv1": torch repeats the parent's name in a sequential's children. Empty
/// where @p nodeName says no module.
std::string modulePath(std::string_view nodeName);

} // namespace ql::config
