// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/constraints/constraint_context.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>

namespace ql::config {

namespace {

using graph::Graph;
using graph::Node;

/// The one number that all elements of a constant input are, or nothing. Big constants aren't looked at.
std::optional<double> uniformInput(const Graph& graph, const Node& node, std::size_t slot)
{
    constexpr std::size_t kMostElements = 1 << 16;
    const auto* data =
        slot < node.inputs.size() && node.inputs[slot].isValid() ? graph.constantOf(node.inputs[slot]) : nullptr;
    if (!data || data->size() == 0 || data->size() > kMostElements || data->type() == graph::DataType::String)
        return std::nullopt;
    const auto numbers = data->toDoubles();
    const bool isUniform =
        std::all_of(numbers.begin(), numbers.end(), [&](double number) { return number == numbers.front(); });
    return isUniform ? std::optional(numbers.front()) : std::nullopt;
}

/// What the node does, if that is nothing: "multiplies by 1".
Message idleness(const Graph& graph, const Node& node)
{
    const auto first = uniformInput(graph, node, 0);
    const auto second = uniformInput(graph, node, 1);
    switch (graph::traitsNamed(node.opType).arithmetic) {
    case graph::Arithmetic::Add: return first == 0.0 || second == 0.0 ? Message("adds 0") : Message();
    case graph::Arithmetic::Subtract: return second == 0.0 ? Message("subtracts 0") : Message();
    case graph::Arithmetic::Multiply: return first == 1.0 || second == 1.0 ? Message("multiplies by 1") : Message();
    case graph::Arithmetic::Divide: return second == 1.0 ? Message("divides by 1") : Message();
    default: break;
    }
    const bool hasValues =
        !node.inputs.empty() && node.inputs[0].isValid() && !node.outputs.empty() && node.outputs[0].isValid();
    if (node.opType == "Cast" && hasValues) {
        const auto from = graph.value(node.inputs[0]).type;
        const auto to = graph.value(node.outputs[0]).type;
        return from == to && from == graph::DataType::Float ? Message("casts float32 to float32") : Message();
    }
    if (node.opType == "Slice" && hasValues) {
        const auto& from = graph.value(node.inputs[0]).shape;
        const auto& to = graph.value(node.outputs[0]).shape;
        const auto step = uniformInput(graph, node, 4).value_or(1.0);
        const auto isKnown = [](const graph::Dimension& dimension) { return dimension.size >= 0; };
        const bool isSame = from && to && *from == *to && std::all_of(from->begin(), from->end(), isKnown);
        return isSame && step == 1.0 ? Message("takes everything") : Message();
    }
    return {};
}

/// Arithmetic on shapes and positions, which no config quantizes.
bool isOfIntegers(const Graph& graph, const Node& node)
{
    const auto isInteger = [&graph](graph::ValueId value) {
        const auto type = value.isValid() ? graph.value(value).type : graph::DataType::Undefined;
        return type == graph::DataType::Int64 || type == graph::DataType::Int32;
    };
    if (graph::traitsNamed(node.opType).arithmetic == graph::Arithmetic::None)
        return !node.inputs.empty() && isInteger(node.inputs.front());
    return std::ranges::any_of(node.inputs, isInteger);
}

} // namespace

void checkIneffective(const ConstraintContext& context, ConfigFindings& findings)
{
    for (const auto& node : context.graph.nodes()) {
        const auto does = idleness(context.graph, node);
        if (does.empty() || isOfIntegers(context.graph, node))
            continue;
        auto finding = ruleError("ineffective-operation", {node.name},
                                 Message("{} {}: quantizing it costs accuracy for nothing", node.opType, does),
                                 "remove it from the model");
        finding.severity = results::Severity::Warning;
        findings.push_back(std::move(finding));
    }
}

} // namespace ql::config
