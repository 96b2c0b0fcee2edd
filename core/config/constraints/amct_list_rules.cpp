// SPDX-License-Identifier: GPL-3.0-or-later
// What AMCT's list of layers says beside their names.
#include "core/config/constraints/constraint_context.h"
#include "core/config/quantized_inputs.h"
#include "core/graph/ir/torch_call.h"

#include <algorithm>

namespace ql::config {

namespace {

using graph::Node;

/// An export calls the transposed weight of a torch.nn.Linear so; a parameter of the program keeps its own name.
bool isLinearsWeight(std::string_view name)
{
    return name.starts_with("onnx::MatMul_");
}

/// The parameter or constant that @p node, a torch.matmul, reads; an invalid id where both operands are data.
graph::ValueId parameterOf(const graph::Graph& graph, const Node& node)
{
    for (const auto value : node.inputs)
        if (value.isValid() && graph.constantOf(value) && !isLinearsWeight(graph.value(value).name))
            return value;
    return {};
}

/// torch.max(x, dim) without keepdim, as ONNX or TorchScript has it.
bool dropsDimension(const Node& node)
{
    if (node.opType == "ReduceMax" && node.domain.empty())
        return node.attributes.intOr("keepdims", 1) == 0;
    const auto call = node.attributes.stringOr(graph::kTorchCall, "");
    const auto last = call.substr(call.rfind(' ') + 1);
    const bool isFalse = last == "0)" || last == "False)" || last == "false)";
    return call.starts_with("aten::max(") && std::ranges::count(call, ',') == 2 && isFalse;
}

} // namespace

void checkRestrictions(const ConstraintContext& context, ConfigFindings& findings)
{
    for (const auto& layer : context.names.layers().layers()) {
        const auto& node = context.graph.node(layer.nodes.front());
        const auto resolved = context.names.resolve(node);
        if (!resolved.isQuantized)
            continue;
        const auto name = context.names.nameOf(node);
        const auto warn = [&](const char* rule, Message message, Message remedy) {
            auto finding = ruleError(rule, {name}, std::move(message), std::move(remedy), resolved.position);
            finding.severity = results::Severity::Warning;
            findings.push_back(std::move(finding));
        };
        if (layer.function == &torchFunctionNamed("matmul"))
            if (const auto parameter = parameterOf(context.graph, node); parameter.isValid())
                warn("constant-operand",
                     Message("{} multiplies by the constant {}: AMCT quantizes a matmul of data only", name,
                             context.graph.value(parameter).name),
                     "skip it, or write it as a torch.nn.Linear");
        if (dropsDimension(node))
            warn("keepdim", Message("{} drops the dimension: AMCT quantizes torch.max with keepdim=True only", name),
                 "keep the dimension and squeeze it behind, or skip the layer");
    }
}

void checkFloatLayers(const ConstraintContext& context, ConfigFindings& findings)
{
    std::ranges::move(floatLayerFindings(context.config, context.names, context.graph), std::back_inserter(findings));
}

} // namespace ql::config
