// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/node_operands.h"

#include "core/base/error.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <onnx/defs/schema.h>
#include <optional>

namespace ql::import {

namespace {

bool isQuantizer(const std::string& opType)
{
    const auto kind = graph::traitsNamed(opType).kind;
    return kind == graph::OpKind::Quantize || kind == graph::OpKind::Dequantize;
}

/// Which of the first @p least @p values is omitted though it may not be.
template <typename Formal>
std::optional<std::size_t> firstMissing(const std::vector<graph::ValueId>& values, const std::vector<Formal>& formals,
                                        int least)
{
    for (std::size_t i = 0; i < std::min(std::size_t(least), formals.size()); ++i)
        if (!values[i].isValid() && formals[i].GetOption() == onnx::OpSchema::Single)
            return i;
    return std::nullopt;
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
    if (const auto input = firstMissing(node.inputs, schema->inputs(), schema->min_input());
        input && node.opType != "Resize")
        throw Error(ErrorCode::InvalidNode, Message("input {} is missing", *input));
    if (const auto output = firstMissing(node.outputs, schema->outputs(), schema->min_output()))
        throw Error(ErrorCode::InvalidNode, Message("output {} is missing", *output));
}

} // namespace ql::import
