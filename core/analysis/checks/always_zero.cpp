// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/always_zero.h"

#include "core/graph/operators/op_kind.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>

namespace ql::analysis::checks {

namespace {

constexpr int kMostQuantizers = 4; ///< one behind the other

/// Zeros, or integers that @p dequantizer makes zeros of.
bool isZeros(const graph::Graph& graph, const graph::TensorData& constant, const graph::Node* dequantizer)
{
    if (graph::isFloatingPoint(constant.type()))
        return std::ranges::all_of(constant.toDoubles(), [](double number) { return number == 0.0; });
    if (!dequantizer || !graph::isQuantizedInteger(constant.type()))
        return false;
    constexpr std::size_t kZeroPoint = 2;
    const bool hasZeroPoint = dequantizer->inputs.size() > kZeroPoint && dequantizer->inputs[kZeroPoint].isValid();
    const auto* zeroPoint = hasZeroPoint ? graph.constantOf(dequantizer->inputs[kZeroPoint]) : nullptr;
    if (hasZeroPoint && (!zeroPoint || zeroPoint->size() != 1))
        return false;
    const auto zero = zeroPoint ? zeroPoint->toInts().front() : 0;
    return std::ranges::all_of(constant.toInts(), [zero](std::int64_t number) { return number == zero; });
}

/// Behind the quantizers through which it is read: zero has a place in every one of them.
bool holdsZeros(const graph::Graph& graph, graph::ValueId value)
{
    const graph::Node* dequantizer = nullptr;
    for (int steps = 0; steps <= kMostQuantizers && value.isValid(); ++steps) {
        if (const auto* constant = graph.constantOf(value))
            return constant->size() > 0 && isZeros(graph, *constant, dequantizer);
        const auto producer = graph.value(value).producer;
        if (!producer.isValid() || graph.node(producer).inputs.empty())
            return false;
        const auto& node = graph.node(producer);
        const auto kind = graph::opKind(node);
        if (kind == graph::OpKind::Dequantize)
            dequantizer = &node;
        else if (kind != graph::OpKind::Quantize)
            return false;
        value = node.inputs.front();
    }
    return false;
}

} // namespace

bool isAlwaysZero(const graph::Graph& graph, const graph::Node& node)
{
    const auto& traits = graph::familyTraits(node.opType);
    if (traits.arithmetic != graph::Arithmetic::Multiply || node.inputs.size() != 2)
        return false;
    return std::ranges::any_of(node.inputs, [&graph](graph::ValueId input) { return holdsZeros(graph, input); });
}

} // namespace ql::analysis::checks
