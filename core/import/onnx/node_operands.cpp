// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/onnx/node_operands.h"

#include "core/base/error.h"
#include "core/graph/operators/operator_traits.h"
#include "core/import/onnx/onnx_names.h"

#include <onnx/defs/schema.h>

namespace ql::import {

namespace {

bool isQuantizer(const std::string& opType)
{
    const auto kind = graph::traitsNamed(opType).kind;
    return kind == graph::OpKind::Quantize || kind == graph::OpKind::Dequantize;
}

} // namespace

void requireOperands(const onnx::NodeProto& node, int opset)
{
    const auto* schema = onnx::OpSchemaRegistry::Schema(node.op_type(), opset, normalisedDomain(node.domain()));
    const int least = schema ? schema->min_input() : int(isQuantizer(node.op_type()));
    if (node.input_size() < least)
        throw Error(ErrorCode::InvalidNode, Message("it has {} inputs, expected {} or more", node.input_size(), least));
    if (!schema)
        return;
    if (node.output_size() < schema->min_output())
        throw Error(ErrorCode::InvalidNode,
                    Message("it has {} outputs, expected {} or more", node.output_size(), schema->min_output()));
    for (int i = 0; i < least && node.op_type() != "Resize"; ++i)
        if (node.input(i).empty() && std::size_t(i) < schema->inputs().size()
            && schema->inputs()[std::size_t(i)].GetOption() == onnx::OpSchema::Single)
            throw Error(ErrorCode::InvalidNode, Message("input {} is missing", i));
}

} // namespace ql::import
