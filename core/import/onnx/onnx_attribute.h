// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/attribute.h"
#include "core/import/onnx/onnx_proto.h"
#include "core/import/onnx/tensor_pool.h"

#include <functional>
#include <optional>
#include <set>
#include <string>

namespace ql::importers {

/// Turns a graph within an attribute into a body of the node that is being read.
using BodyReader = std::function<graph::GraphPointer(const onnx::GraphProto&)>;

/// The type of @p attribute; files of the first IR versions leave it out, then the one filled field tells.
onnx::AttributeProto::AttributeType typeOf(const onnx::AttributeProto& attribute);

/// @throws Error (UnsupportedFormat) for a list of tensors or a type as value, (FileCorrupt) for an unknown kind
graph::AttributeValue readAttribute(const onnx::AttributeProto& attribute, const TensorPool& tensors,
                                    const BodyReader& readBody);

/// What a Constant node stands for. @throws Error (InvalidNode) when it says nothing
graph::TensorData constantOf(const onnx::NodeProto& node, const TensorPool& tensors);

/// Holds a node's attributes against what libonnx, or our own table, knows of its operator in @p opset: of the types it
/// says, none missing, and no graph in one that the operator doesn't have. Others that it doesn't have, which some
/// tools write for themselves, are put into @p strangers, the first few, as "axes of Relu". @p domain is "" for
/// ai.onnx.
/// @throws Error (InvalidNode)
void requireAttributes(const onnx::NodeProto& node, const std::string& domain, int opset,
                       std::set<std::string>& strangers);

} // namespace ql::importers
