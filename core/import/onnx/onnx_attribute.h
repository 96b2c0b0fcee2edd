// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/attribute.h"
#include "core/import/onnx/onnx_proto.h"
#include "core/import/onnx/tensor_pool.h"

#include <functional>
#include <optional>

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

} // namespace ql::importers
