// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/quantized_graph/integer_operands.h"

#include "core/graph/ir/torch_call.h"
#include "core/graph/operators/channel_axis.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>

namespace ql::quant {

namespace {

/// QLinearConcat(y_scale, y_zero_point, x0, x0_scale, x0_zero_point, x1, …)
IntegerSignature concatSignature(const graph::Node& node)
{
    constexpr int kFirst = 2;
    constexpr int kStride = 3;
    IntegerSignature signature;
    signature.resultScaleSlot = 0;
    for (int slot = kFirst; slot + 2 < int(node.inputs.size()); slot += kStride)
        signature.operands.push_back({slot, slot + 1, slot + 2, (slot - kFirst) / kStride});
    return signature;
}

/// A recurrent operator on dynamically quantized data: how many weights and biases it has depends on its layers.
IntegerSignature listedSignature(const graph::Node& node)
{
    const auto slots = node.attributes.intsOr(graph::kQuantizedOperands, {});
    IntegerSignature signature;
    signature.isComposite = true;
    signature.operands.push_back({0, -1, -1, 0, true});
    for (std::size_t i = 0; i + 1 < slots.size(); i += 2) {
        const int slot = int(slots[i]);
        const int floatSlot = int(slots[i + 1]);
        if (slot < 0)
            signature.floats.push_back({-slot, floatSlot});
        else
            signature.operands.push_back({slot, slot + 1, slot + 2, floatSlot});
    }
    return signature;
}

graph::ValueId inputAt(const graph::Node& node, int slot)
{
    return slot >= 0 && std::size_t(slot) < node.inputs.size() ? node.inputs[std::size_t(slot)] : graph::ValueId{};
}

/// What makes @p value, looking through what only shapes it; null where nothing does.
const graph::Node* shapedMaker(const graph::Graph& graph, graph::ValueId value)
{
    for (;;) {
        const auto maker = value.isValid() ? graph.value(value).producer : graph::NodeId{};
        if (!maker.isValid())
            return nullptr;
        const auto& node = graph.node(maker);
        if (!graph::traitsNamed(node.opType).changesShapeOnly)
            return &node;
        value = node.inputs.empty() ? graph::ValueId{} : node.inputs[0];
    }
}

/// What reads the integer result of @p node; behind the Add of an integer bias, if there is one.
std::vector<graph::NodeId> readersOfSums(const graph::Graph& graph, const graph::Node& node)
{
    const auto& readers = graph.value(node.outputs.at(0)).consumers;
    const auto isBias = [&](graph::NodeId id) {
        return graph::traitsNamed(graph.node(id).opType).arithmetic == graph::Arithmetic::Add;
    };
    return readers.size() == 1 && isBias(readers.front())
               ? graph.value(graph.node(readers.front()).outputs.at(0)).consumers
               : readers;
}

/// The factors of the product that scales the integer result of @p node: Cast, then Mul(result, Mul(x_scale, w_scale)).
std::vector<graph::ValueId> scaleFactors(const graph::Graph& graph, const graph::Node& node)
{
    for (const auto cast : readersOfSums(graph, node)) {
        for (const auto multiply : graph.value(graph.node(cast).outputs.at(0)).consumers) {
            for (const auto operand : graph.node(multiply).inputs) {
                const auto* producer = shapedMaker(graph, operand);
                if (producer && graph::traitsNamed(producer->opType).arithmetic == graph::Arithmetic::Multiply
                    && producer->inputs.size() == 2)
                    return producer->inputs;
            }
        }
    }
    return {};
}

} // namespace

std::optional<IntegerSignature> integerSignature(const graph::Node& node)
{
    if (node.attributes.has(graph::kQuantizedOperands))
        return listedSignature(node);
    if (node.opType == "QLinearConcat")
        return concatSignature(node);
    const auto* signature = graph::traitsNamed(node.opType).signature;
    return signature ? std::optional(*signature) : std::nullopt;
}

bool isDataSlot(const IntegerSignature& signature, std::size_t slot)
{
    const auto isAt = [slot](const auto& operand) { return operand.slot == int(slot); };
    return std::ranges::any_of(signature.operands, isAt) || std::ranges::any_of(signature.floats, isAt)
           || (signature.bias && isAt(*signature.bias));
}

graph::ValueId scaleOf(const graph::Graph& graph, const graph::Node& node, const IntegerOperand& operand)
{
    if (operand.scaleSlot >= 0)
        return inputAt(node, operand.scaleSlot);
    const auto integers = inputAt(node, operand.slot);
    const auto factors = operand.isDynamic ? std::vector<graph::ValueId>{} : scaleFactors(graph, node);
    if (factors.empty() || !integers.isValid())
        return {};
    const bool isWeight = graph.constantOf(integers) || operand.floatSlot == 1;
    return factors[isWeight ? 1 : 0];
}

std::int64_t channelAxis(const graph::Node& node, const IntegerOperand& operand, std::int64_t rank)
{
    // PyTorch and TensorFlow Lite keep what a recurrent operator multiplies by with a row per channel.
    const bool hasRows = node.attributes.has(graph::kQuantizedOperands) || node.domain == "tflite";
    return graph::channelAxis(node, operand.floatSlot, rank)
        .value_or(hasRows ? 0 : std::max<std::int64_t>(rank - 1, 0));
}

} // namespace ql::quant
