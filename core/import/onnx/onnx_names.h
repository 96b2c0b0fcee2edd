// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/onnx/onnx_proto.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ql::importers {

/// "" for the standard's own domain, which files also spell "ai.onnx".
std::string normalisedDomain(const std::string& domain);

/// @throws Error (UnsupportedFormat) for a version of ai.onnx that is not read (1 to 26 are); other domains are free.
void checkOpset(const std::string& domain, std::int64_t version);

/// One name per node of @p graph, unique within it. Names in the file win; a nameless node becomes `Conv_12` after its
/// operator and place in the file, a repeated name gets its place as suffix. The same file always gives the same names.
std::vector<std::string> nodeNames(const onnx::GraphProto& graph);

/// What becomes of the Identity nodes of a graph: those that nothing needs are left out of it.
struct LeftOut {
    /// Tensor that a node left out gives or reads → the one that its readers read instead: the first of the chain, or
    /// the graph's output that ends it.
    std::unordered_map<std::string, std::string> read;
    std::vector<int> nodes; ///< places in the file; all others make what they are said to
};
LeftOut identitiesLeftOut(const onnx::GraphProto& graph);

/// The names that more than one node of @p graph has, each once, in order of the second one's place.
std::vector<std::string> repeatedNodeNames(const onnx::GraphProto& graph);

/// The module path in a node's name: what stands before the last '/', without a leading '/'.
std::string scopeOf(std::string_view nodeName);

} // namespace ql::importers
