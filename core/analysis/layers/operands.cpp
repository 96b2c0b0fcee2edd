// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layers/operands.h"

#include "core/analysis/layers/quantizer_lookup.h"
#include "core/graph/operators/channel_axis.h"
#include "core/graph/operators/operator_traits.h"
#include "core/ops/quantization/block_table.h"
#include "core/ops/quantization/packed_weights.h"
#include "core/quant/quantized_graph/fake_quantizers.h"
#include "core/quant/quantized_graph/integer_operands.h"
#include "core/quant/quantized_graph/moved_constants.h"

#include <algorithm>
#include <ranges>

namespace ql::analysis {

namespace {

using graph::DataType;
using graph::ValueId;

/// Floats that steer an operator rather than being computed on.
bool isSetting(const graph::Node& node, std::size_t slot)
{
    return slot > 0 && graph::traitsNamed(node.opType).settings != graph::Settings::None;
}

ValueId inputAt(const graph::Node& node, int slot)
{
    return slot >= 0 && static_cast<std::size_t>(slot) < node.inputs.size()
               ? node.inputs[static_cast<std::size_t>(slot)]
               : ValueId{};
}

std::int64_t rankOf(const graph::Graph& graph, ValueId value)
{
    const auto& shape = graph.value(value).shape;
    return shape ? static_cast<std::int64_t>(shape->size()) : 2;
}

/// An int32 bias counts in steps of the product of both scales.
std::optional<results::QuantizerInfo> productQuantizer(const std::vector<Operand>& operands)
{
    if (operands.size() < 2 || !operands[0].quantizer || !operands[1].quantizer)
        return std::nullopt;
    results::QuantizerInfo quantizer = *operands[1].quantizer;
    for (auto& scale : quantizer.scales)
        scale *= operands[0].quantizer->scales.front();
    quantizer.dtype = graph::name(DataType::Int32);
    quantizer.lowest = graph::lowestOf(DataType::Int32);
    quantizer.highest = graph::highestOf(DataType::Int32);
    quantizer.zeroPoints.assign(quantizer.scales.size(), 0);
    if (quantizer.isPerChannel())
        quantizer.channelAxis = 0;
    return quantizer;
}

/// Random numbers that are made of nothing; those that are drawn by given probabilities count as fixed as these are.
bool isDrawn(const graph::Node& node)
{
    const auto& traits = graph::traitsNamed(node.opType);
    return traits.isRandom && traits.kind == graph::OpKind::Constant;
}

std::vector<bool> findFixed(const graph::Graph& graph, const std::vector<graph::NodeId>& order)
{
    std::vector<bool> isFixed(graph.valueCount(), false);
    for (std::size_t i = 0; i < graph.valueCount(); ++i)
        isFixed[i] = graph.values()[i].initializer.has_value();
    for (const auto id : order) {
        const auto& node = graph.node(id);
        const bool fromFixed = std::all_of(node.inputs.begin(), node.inputs.end(), [&isFixed](ValueId input) {
            return !input.isValid() || isFixed[input.position()];
        });
        if (node.inputs.empty() || !fromFixed || !node.captures.empty() || isDrawn(node))
            continue;
        for (const auto output : node.outputs)
            if (output.isValid())
                isFixed[output.position()] = true;
    }
    return isFixed;
}

bool movesOneInput(const graph::Node& node)
{
    return graph::movesDataOnly(node) && !graph::traitsNamed(node.opType).joins && inputAt(node, 0).isValid();
}

/// However many nodes move the elements behind each other: each is looked at once.
std::vector<ValueId> findUnmoved(const graph::Graph& graph, const std::vector<graph::NodeId>& order)
{
    std::vector<ValueId> unmoved(graph.valueCount());
    for (std::size_t i = 0; i < unmoved.size(); ++i)
        unmoved[i] = ValueId{std::int32_t(i)};
    for (const auto id : order)
        if (const auto& node = graph.node(id); movesOneInput(node))
            for (const auto output : node.outputs)
                if (output.isValid())
                    unmoved[output.position()] = unmoved[node.inputs.front().position()];
    return unmoved;
}

} // namespace

OperandReader::OperandReader(const graph::Graph& graph, const std::vector<graph::NodeId>& order)
    : m_graph(graph)
    , m_quantizers(quantizersByValue(graph, order))
    , m_isFixed(findFixed(graph, order))
    , m_unmoved(findUnmoved(graph, order))
{
}

const graph::Node* OperandReader::producerOf(ValueId value) const
{
    const auto producer = m_graph.value(value).producer;
    return producer.isValid() ? &m_graph.node(producer) : nullptr;
}

bool OperandReader::isData(ValueId value) const
{
    const auto type = m_graph.value(value).type;
    return graph::isFloatingPoint(type) || graph::isQuantizedInteger(type) || m_quantizers[value.position()]
           || (type == DataType::Undefined && !isFixed(value));
}

std::vector<Operand> OperandReader::operandsOf(const graph::Node& node) const
{
    const auto kind = graph::opKind(node);
    if (kind == graph::OpKind::Quantize || kind == graph::OpKind::Dequantize)
        return {};
    if (const auto signature = quant::integerSignature(node))
        return integerOperands(node, *signature);
    if (ops::packsWeight(node))
        return packedOperands(node);
    if (ops::readsBlockTable(node))
        return storedOperand(node, 0);
    std::vector<Operand> operands;
    for (std::size_t slot = 0; slot < node.inputs.size(); ++slot)
        if (!isSetting(node, slot))
            if (auto operand = floatOperand(node, slot, graph::traitsNamed(node.opType).biasSlot == int(slot)))
                operands.push_back(std::move(*operand));
    return operands;
}

std::vector<Operand> OperandReader::integerOperands(const graph::Node& node,
                                                    const quant::IntegerSignature& signature) const
{
    std::vector<Operand> operands;
    for (const auto& slots : signature.operands)
        if (inputAt(node, slots.slot).isValid())
            operands.push_back(integerOperand(node, slots));
    constexpr int kFloatBias = 2;
    for (const auto& slots : signature.floats)
        if (auto operand = floatOperand(node, static_cast<std::size_t>(slots.slot), slots.floatSlot >= kFloatBias)) {
            operand->floatSlot = slots.floatSlot;
            operands.push_back(std::move(*operand));
        }
    if (!signature.bias || !inputAt(node, signature.bias->slot).isValid())
        return operands;
    const auto read = inputAt(node, signature.bias->slot);
    operands.push_back({.role = Operand::Role::Bias,
                        .slot = static_cast<std::size_t>(signature.bias->slot),
                        .floatSlot = signature.bias->floatSlot,
                        .read = read,
                        .values = read,
                        .integers = read,
                        .constant = m_graph.constantOf(read),
                        .quantizer = productQuantizer(operands),
                        .isInteger = true});
    return operands;
}

/// What is packed tells its numbers with its scales only: no constant stands for it.
std::vector<Operand> OperandReader::packedOperands(const graph::Node& node) const
{
    std::vector<Operand> operands;
    if (auto multiplied = floatOperand(node, 0, false))
        operands.push_back(std::move(*multiplied));
    const auto weight = storedOperand(node, 1);
    operands.insert(operands.end(), weight.begin(), weight.end());
    return operands;
}

/// What the operator itself makes floats of.
std::vector<Operand> OperandReader::storedOperand(const graph::Node& node, std::size_t slot) const
{
    const auto read = inputAt(node, static_cast<int>(slot));
    if (!read.isValid())
        return {};
    return {{.role = isFixed(read) ? Operand::Role::Weight : Operand::Role::Activation,
             .slot = slot,
             .floatSlot = static_cast<int>(slot),
             .read = read,
             .values = read,
             .integers = read}};
}

Operand OperandReader::integerOperand(const graph::Node& node, const quant::IntegerOperand& slots) const
{
    const ValueId read = inputAt(node, slots.slot);
    Operand operand{
        .slot = static_cast<std::size_t>(slots.slot), .floatSlot = slots.floatSlot, .read = read, .values = read};
    operand.constant = m_graph.constantOf(read);
    operand.role = isFixed(read) ? Operand::Role::Weight : Operand::Role::Activation;
    operand.isDynamic = slots.isDynamic;
    if (slots.isDynamic)
        return operand;
    operand.integers = read;
    operand.isInteger = true;
    if (const auto* producer = producerOf(read);
        producer && producer->opType == "DynamicQuantizeLinear" && inputAt(*producer, 0).isValid()) {
        operand.values = producer->inputs.front();
        operand.isInteger = false;
        operand.isDynamic = true;
        return operand;
    }
    const auto zeroPoint = inputAt(node, slots.zeroPointSlot);
    const auto type = integerTypeOf(m_graph, read, zeroPoint);
    const auto axis = quant::channelAxis(node, slots, rankOf(m_graph, read));
    if (graph::isQuantizedInteger(type))
        operand.quantizer = readQuantizer(m_graph, {quant::scaleOf(m_graph, node, slots), zeroPoint, axis}, type);
    return operand;
}

std::optional<Operand> OperandReader::floatOperand(const graph::Node& node, std::size_t slot, bool isBias) const
{
    const ValueId read = inputAt(node, static_cast<int>(slot));
    if (!read.isValid())
        return std::nullopt;
    Operand operand{
        .slot = slot, .floatSlot = int(slot), .read = read, .values = read, .constant = m_graph.constantOf(read)};
    lookBehindQuantizer(operand);
    if (!isData(read) && !operand.isQuantized())
        return std::nullopt;
    if (isFixed(read))
        operand.role = isBias ? Operand::Role::Bias : Operand::Role::Weight;
    return operand;
}

/// Floats are as quantized after they were moved, but their channels then lie elsewhere.
bool OperandReader::lookBehindFakeQuantizer(Operand& operand) const
{
    const auto unmoved = m_unmoved[operand.read.position()];
    const bool isMoved = unmoved != operand.read;
    const auto* producer = producerOf(unmoved);
    if (!producer || !quant::isFakeQuantizer(*producer))
        return false;
    operand.isFake = true;
    operand.quantizer = quant::fakeQuantizerOf(m_graph, *producer).parameters;
    if (isMoved && operand.quantizer && operand.quantizer->isPerChannel())
        operand.quantizer.reset();
    if (!isMoved)
        operand.constant = m_graph.constantOf(producer->inputs.front());
    return true;
}

void OperandReader::lookBehindQuantizer(Operand& operand) const
{
    if (const auto& quantizer = m_quantizers[operand.read.position()]) {
        operand.quantizer = quantizer;
        operand.integers = operand.read;
        operand.isInteger = true;
        return;
    }
    // A weight is as quantized after it was moved; its channels then lie elsewhere.
    const auto unmoved = isFixed(operand.read) ? m_unmoved[operand.read.position()] : operand.read;
    const auto* producer = producerOf(unmoved);
    if (lookBehindFakeQuantizer(operand) || !producer || graph::opKind(*producer) != graph::OpKind::Dequantize
        || !inputAt(*producer, 0).isValid())
        return;
    operand.integers = producer->inputs.front();
    operand.constant = unmoved == operand.read ? m_graph.constantOf(operand.integers) : nullptr;
    const auto zeroPoint = inputAt(*producer, 2);
    const auto type = integerTypeOf(m_graph, operand.integers, zeroPoint);
    const bool isNarrow = graph::isQuantizedInteger(type) || type == DataType::Int32;
    if (isNarrow && producer->attributes.intOr("block_size", 0) == 0)
        operand.quantizer =
            readQuantizer(m_graph, {inputAt(*producer, 1), zeroPoint, producer->attributes.intOr("axis", 1)}, type);
    operand.isDynamic = inputAt(*producer, 1).isValid() && !isFixed(inputAt(*producer, 1));
    moveAxis(operand);
}

/// Where the channels of a quantizer lie in what is read behind the nodes that move it; without them it says nothing.
void OperandReader::moveAxis(Operand& operand) const
{
    if (!operand.quantizer || !operand.quantizer->channelAxis)
        return;
    const auto unmoved = isFixed(operand.read) ? m_unmoved[operand.read.position()] : operand.read;
    if (quant::beforeMoves(m_graph, operand.read) != unmoved)
        return operand.quantizer.reset(); // cut, or moved in a way that isn't followed
    auto axis = operand.quantizer->channelAxis;
    for (const auto id : quant::movesBehind(m_graph, operand.read) | std::views::reverse)
        axis = axis ? graph::axisBehind(m_graph, m_graph.node(id), *axis) : std::nullopt;
    operand.quantizer->channelAxis = axis;
    if (!axis)
        operand.quantizer.reset();
}

graph::DataType integerTypeOf(const graph::Graph& graph, ValueId value, ValueId zeroPoint)
{
    if (const auto type = graph.value(value).type; type != DataType::Undefined)
        return type;
    return zeroPoint.isValid() ? graph.value(zeroPoint).type : DataType::UInt8;
}

} // namespace ql::analysis
