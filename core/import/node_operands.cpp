// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/node_operands.h"

#include "core/base/error.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <onnx/defs/schema.h>

namespace ql::import {

namespace {

bool isQuantizer(const std::string& opType)
{
    const auto kind = graph::traitsNamed(opType).kind;
    return kind == graph::OpKind::Quantize || kind == graph::OpKind::Dequantize;
}

} // namespace

void requireOperands(const graph::NodeSpec& node)
{
    const auto* schema = onnx::OpSchemaRegistry::Schema(node.opType, node.opset, node.domain);
    const auto least = schema ? std::size_t(schema->min_input()) : std::size_t(isQuantizer(node.opType));
    if (node.inputs.size() < least)
        throw Error(ErrorCode::InvalidNode,
                    Message("it has {} inputs, expected {} or more", node.inputs.size(), least));
    if (!schema)
        return;
    if (node.outputs.size() < std::size_t(schema->min_output()))
        throw Error(ErrorCode::InvalidNode,
                    Message("it has {} outputs, expected {} or more", node.outputs.size(), schema->min_output()));
    const auto known = std::min(least, schema->inputs().size());
    for (std::size_t i = 0; i < known && node.opType != "Resize"; ++i)
        if (!node.inputs[i].isValid() && schema->inputs()[i].GetOption() == onnx::OpSchema::Single)
            throw Error(ErrorCode::InvalidNode, Message("input {} is missing", i));
}

} // namespace ql::import
