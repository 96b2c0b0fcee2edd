// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/import/onnx/onnx_proto.h"
#include "core/import/onnx/tensor_pool.h"

#include <map>
#include <set>
#include <stop_token>
#include <string>

namespace ql::importers {

/// The attribute in which an inlined function's node carries the operator set that its function imports, where that is
/// not the model's. It never reaches a graph.
inline constexpr const char* kOpsetAttribute = "\x01"
                                               "opset";

/// What reading a graph needs besides its message.
struct GraphSources {
    const TensorPool& tensors;
    std::map<std::string, int> opsets; ///< domain → version, "" is ai.onnx
    std::stop_token stop;
    std::set<std::string>& strangers; ///< takes what requireAttributes() finds
};

/// Turns a model's main graph, all its bodies included, into ours. Nodes may stand in any order.
/// @throws Error (InvalidGraph, InvalidNode, FileCorrupt, UnsupportedFormat) naming node, value and attribute;
/// Cancelled
graph::Graph readGraph(const onnx::GraphProto& proto, const GraphSources& sources);

} // namespace ql::importers
