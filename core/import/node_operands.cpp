// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/node_operands.h"

#include "core/base/error.h"
#include "core/graph/ir/torch_call.h"
#include "core/graph/operators/operator_traits.h"
#include "core/import/operator_schema.h"

#include <algorithm>
#include <optional>

namespace ql::importers {

namespace {

bool isQuantizer(const std::string& opType)
{
    const auto kind = graph::traitsNamed(opType).kind;
    return kind == graph::OpKind::Quantize || kind == graph::OpKind::Dequantize;
}

/// Which of the first @p least @p values is omitted though it may not be.
template <typename Formal>
std::optional<std::size_t> firstMissing(const std::vector<graph::ValueId>& values, const std::vector<Formal>& formals,
                                        std::size_t least)
{
    for (std::size_t i = 0; i < std::min(least, formals.size()); ++i)
        if (!values[i].isValid() && formals[i].GetOption() == onnx::OpSchema::Single)
            return i;
    return std::nullopt;
}

/// What is omitted at the end doesn't count as too many.
std::size_t countOf(const std::vector<graph::ValueId>& values)
{
    const auto last = std::ranges::find_if(values.rbegin(), values.rend(), &graph::ValueId::isValid);
    return std::size_t(values.rend() - last);
}

} // namespace

void requireOperands(const graph::NodeSpec& node)
{
    const auto schema = operatorSchema(node.domain, node.opType, node.opset);
    auto counts = schema.counts;
    if (!schema.isKnown)
        counts.leastInputs = isQuantizer(node.opType);
    if (node.attributes.has(graph::kTorchCall)) // which may read more than the operator whose name it carries
        counts.mostInputs = counts.mostOutputs = OperandCounts::kAny;
    if (node.inputs.size() < counts.leastInputs)
        throw Error(ErrorCode::InvalidNode,
                    Message("it has {} inputs, expected {} or more", node.inputs.size(), counts.leastInputs));
    if (countOf(node.inputs) > counts.mostInputs)
        throw Error(ErrorCode::InvalidNode,
                    Message("it has {} inputs, expected {} at most", countOf(node.inputs), counts.mostInputs));
    if (node.outputs.size() < counts.leastOutputs)
        throw Error(ErrorCode::InvalidNode,
                    Message("it has {} outputs, expected {} or more", node.outputs.size(), counts.leastOutputs));
    if (countOf(node.outputs) > counts.mostOutputs)
        throw Error(ErrorCode::InvalidNode,
                    Message("it has {} outputs, expected {} at most", countOf(node.outputs), counts.mostOutputs));
    if (!schema.standard)
        return;
    if (const auto input = firstMissing(node.inputs, schema.standard->inputs(), counts.leastInputs);
        input && node.opType != "Resize")
        throw Error(ErrorCode::InvalidNode, Message("input {} is missing", *input));
    if (const auto output = firstMissing(node.outputs, schema.standard->outputs(), counts.leastOutputs))
        throw Error(ErrorCode::InvalidNode, Message("output {} is missing", *output));
}

} // namespace ql::importers
