// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/quantizer_reader.h"

#include "core/base/error.h"
#include "core/graph/ir/torch_call.h"
#include "core/graph/operators/channel_axis.h"
#include "core/graph/operators/op_kind.h"
#include "core/quant/quantized_graph/fake_quantizers.h"
#include "core/quant/quantized_graph/moved_constants.h"
#include "core/quant/quantized_graph/written_limits.h"
#include "core/quant/value_quantizers.h"

#include <algorithm>
#include <array>
#include <ranges>

namespace ql::quant {

namespace {

using graph::Node;
using graph::ValueId;
using ops::Tensor;

/// Whether @p node quantizes what it reads to 7 bits.
bool reducesRange(const Node& node)
{
    return node.attributes.intOr(graph::kReduceRange, 0) != 0
           && node.attributes.stringOr(graph::kTorchEngine, "") != "qnnpack";
}

std::int64_t axisOf(const Node& dequantize)
{
    return dequantize.attributes.intOr("axis", 1);
}

bool isRecurrentWeight(const Tensor& integers, const Tensor& scale, const Tensor& zeroPoint)
{
    if (!integers.isDefined() || !scale.isDefined() || integers.data.dim() != 3)
        return false;
    const auto fits = [&integers](const Tensor& tensor) {
        const auto sizes = tensor.data.sizes();
        return !sizes.empty() && sizes.size() <= 2 && sizes[0] == integers.data.size(0)
               && (sizes.size() == 1 || sizes[1] == integers.data.size(2));
    };
    return fits(scale) && (!zeroPoint.isDefined() || fits(zeroPoint));
}

} // namespace

Tensor QuantizerReader::constant(ValueId value) const
{
    return m_values.isConstant(value) ? m_values.evaluate(value) : Tensor();
}

/// The transform of a weight that is kept as @p kept, of whatever type; its numbers are @p make's.
Transform QuantizerReader::always(const Tensor& kept, std::function<Tensor()> make)
{
    return m_constants.of(std::move(make), std::size_t(kept.data.numel()));
}

ValueId QuantizerReader::inputOf(const Node& node, int slot)
{
    return slot >= 0 && std::size_t(slot) < node.inputs.size() ? node.inputs[std::size_t(slot)] : ValueId{};
}

const Node* QuantizerReader::producerOf(ValueId value) const
{
    if (!value.isValid() || !m_analysis.value(value).producer.isValid())
        return nullptr;
    return &m_analysis.node(m_analysis.value(value).producer);
}

/// A QuantizeLinear, if any, and the DequantizeLinear behind it, as they round; its own limits are its integer type's
/// unless it says other ones, which @p info gets.
Transform QuantizerReader::rounding(const Node* quantize, const Node& dequantize, const Tensor& scale,
                                    const Tensor& zeroPoint, std::optional<results::QuantizerInfo>& info)
{
    if (!quantize || !info || !narrow(*info, *quantize))
        return staticQuantizer(dequantize, scale, zeroPoint);
    const std::vector<Tensor> inputs{Tensor(), scale, zeroPoint};
    const auto limit = [lowest = info->lowest, highest = info->highest](const Tensor& integers) {
        return Tensor(integers.data.clamp(lowest, highest), integers.type);
    };
    return inTurn(inTurn(wholeNode(*quantize, inputs), limit), wholeNode(dequantize, inputs));
}

/// The quantizer of an integer tensor whose parameters are at hand. A weight may still be kept in float, and
/// quantized as the model runs: training leaves it so.
std::optional<FoundQuantizer> QuantizerReader::withParameters(const Node& dequantize, ValueId integers,
                                                              const Tensor& scale, const Tensor& zeroPoint)
{
    if (const auto weight = constant(integers); weight.isDefined() && scale.isDefined())
        return Found{QuantizerRole::Weight, std::string(graph::name(weight.type)), m_analysis.value(integers).name,
                     always(weight, [=] { return dequantized(dequantize, weight, scale, zeroPoint); }),
                     quantizerInfo(scale, zeroPoint, weight.type, axisOf(dequantize))};
    if (const auto* producer = producerOf(integers); producer && producer->opType == "DynamicQuantizeLinear")
        return Found{QuantizerRole::Activation, "uint8", m_analysis.value(integers).name, dynamicQuantizer(), {}};
    if (!scale.isDefined())
        return std::nullopt;
    const auto type = zeroPoint.isDefined() ? zeroPoint.type : graph::DataType::UInt8;
    const auto* quantize = producerOf(integers);
    if (quantize && quantize->opType != "QuantizeLinear")
        quantize = nullptr;
    auto info = quantizerInfo(scale, zeroPoint, type, axisOf(dequantize));
    auto apply = rounding(quantize, dequantize, scale, zeroPoint, info);
    auto role = QuantizerRole::Activation;
    if (const auto floats = quantize ? constant(inputOf(*quantize, 0)) : Tensor(); floats.isDefined()) {
        role = QuantizerRole::Weight;
        apply = always(floats, std::bind_front(std::move(apply), floats));
    }
    return Found{role, std::string(graph::name(type)), m_analysis.value(integers).name, std::move(apply),
                 std::move(info)};
}

/// Of a node that quantizes and dequantizes in one, as it stands; what it is told must be constants.
std::optional<FoundQuantizer> QuantizerReader::fakeQuantized(const Node& node)
{
    std::vector<Tensor> inputs(node.inputs.size());
    for (std::size_t slot = 1; slot < inputs.size(); ++slot)
        if (node.inputs[slot].isValid() && !(inputs[slot] = constant(node.inputs[slot])).isDefined())
            return std::nullopt;
    auto known = fakeQuantizerOf(m_analysis, node);
    auto apply = wholeNode(node, std::move(inputs));
    auto role = QuantizerRole::Activation;
    if (const auto weight = constant(node.inputs[0]); weight.isDefined()) {
        role = QuantizerRole::Weight;
        apply = always(weight, std::bind_front(std::move(apply), weight));
    }
    return Found{role, std::move(known.dtype), m_analysis.value(node.outputs[0]).name, std::move(apply),
                 std::move(known.parameters)};
}

std::optional<FoundQuantizer> QuantizerReader::behindDequantize(ValueId value)
{
    const auto* node = producerOf(value);
    if (node && isFakeQuantizer(*node))
        return fakeQuantized(*node);
    if (!node || node->opType != "DequantizeLinear")
        return std::nullopt;
    return withParameters(*node, inputOf(*node, 0), constant(inputOf(*node, 1)), constant(inputOf(*node, 2)));
}

/// Whether @p value holds a quantized constant, whatever moved it since.
bool QuantizerReader::isMovedWeight(ValueId value) const
{
    const auto* node = producerOf(beforeMoves(m_analysis, value));
    if (!node || (node->opType != "DequantizeLinear" && !isFakeQuantizer(*node)))
        return false;
    return m_values.isConstant(inputOf(*node, 0));
}

/// What a weight is behind its quantizer and behind what then moved it, its channels, too.
std::optional<FoundQuantizer> QuantizerReader::behindMoves(ValueId value)
{
    const auto moves = movesBehind(m_analysis, value);
    if (moves.empty() || !isMovedWeight(value))
        return std::nullopt;
    auto found = behindDequantize(beforeMoves(m_analysis, value));
    if (!found || found->role != QuantizerRole::Weight)
        return std::nullopt;
    for (const auto id : moves | std::views::reverse)
        move(*found, m_analysis.node(id));
    return found;
}

void QuantizerReader::move(Found& found, const Node& node) const
{
    std::vector<Tensor> inputs(node.inputs.size());
    for (std::size_t slot = 1; slot < inputs.size(); ++slot)
        inputs[slot] = constant(node.inputs[slot]);
    found.apply = inTurn(std::move(found.apply), wholeNode(node, std::move(inputs)));
    if (!found.parameters || !found.parameters->channelAxis)
        return;
    if (const auto axis = graph::axisBehind(m_analysis, node, *found.parameters->channelAxis))
        found.parameters->channelAxis = axis;
    else
        found.parameters.reset();
}

std::optional<FoundQuantizer> QuantizerReader::behind(ValueId value)
{
    auto found = behindDequantize(value);
    return found ? std::move(found) : behindMoves(value);
}

std::optional<FoundQuantizer> QuantizerReader::integerOperand(const Node& node, const IntegerOperand& operand)
{
    const auto integers = inputOf(node, operand.slot);
    if (!integers.isValid())
        return std::nullopt;
    if (operand.isDynamic)
        return Found{QuantizerRole::Activation,
                     "uint8",
                     m_analysis.value(integers).name,
                     reducesRange(node) ? reducedDynamicQuantizer() : dynamicQuantizer(),
                     {}};
    const auto scale = constant(scaleOf(m_analysis, node, operand));
    const auto rank = std::int64_t(m_analysis.value(integers).shape.value_or(graph::DeclaredShape(2)).size());
    return withParameters(looseDequantize(channelAxis(node, operand, rank)), integers, scale,
                          constant(inputOf(node, operand.zeroPointSlot)));
}

std::optional<FoundQuantizer> QuantizerReader::integerBias(const Node& node, const IntegerSignature& signature)
{
    const auto bias = constant(inputOf(node, signature.bias->slot));
    const auto xScale = constant(inputOf(node, signature.operands[0].scaleSlot));
    const auto wScale = constant(inputOf(node, signature.operands[1].scaleSlot));
    if (!bias.isDefined() || !xScale.isDefined() || !wScale.isDefined())
        return std::nullopt;
    return Found{QuantizerRole::Weight,
                 "int32",
                 m_analysis.value(inputOf(node, signature.bias->slot)).name,
                 always(bias,
                        [bias, scale = xScale.data * wScale.data] {
                            return Tensor((bias.data.to(at::kFloat) * scale).contiguous());
                        }),
                 {}};
}

std::optional<FoundQuantizer> QuantizerReader::recurrentOperand(const Node& node, const IntegerOperand& operand)
{
    const auto value = inputOf(node, operand.slot);
    const auto& name = m_analysis.value(value).name;
    if (operand.isDynamic)
        return Found{QuantizerRole::Activation, "uint8", name, dynamicQuantizer(), {}};
    const auto integers = constant(value);
    const auto scale = constant(inputOf(node, operand.scaleSlot));
    const auto zeroPoint = constant(inputOf(node, operand.zeroPointSlot));
    if (!isRecurrentWeight(integers, scale, zeroPoint))
        return std::nullopt;
    return Found{QuantizerRole::Weight,
                 std::string(graph::name(integers.type)),
                 name,
                 always(integers, [=] { return recurrentWeight(integers, scale, zeroPoint); }),
                 {}};
}

std::optional<FoundQuantizer> QuantizerReader::packedInput(const Node& node, const ops::WeightPacking& packing)
{
    const auto value = inputOf(node, 0);
    auto read = behindDequantize(value);
    if (!packing.roundsActivations)
        return read;
    auto rounding = blockQuantizer(packing.blockSize);
    return Found{QuantizerRole::Activation,
                 "int8",
                 (read ? read->key : m_analysis.value(value).name) + " in blocks",
                 read ? inTurn(std::move(read->apply), std::move(rounding)) : std::move(rounding),
                 {}};
}

std::optional<FoundQuantizer> QuantizerReader::packedWeight(const Node& node, const ops::WeightPacking& packing)
{
    constexpr int kWeight = 1;
    constexpr int kLastPart = 4;
    std::vector<Tensor> inputs(1);
    for (int slot = kWeight; slot <= kLastPart; ++slot) {
        const auto value = inputOf(node, slot);
        inputs.push_back(value.isValid() ? constant(value) : Tensor());
        if (value.isValid() && !inputs.back().isDefined())
            return std::nullopt;
    }
    const auto make = [packing, inputs, description = node.description()] {
        return withContext(description, [&] { return Tensor(ops::unpackedWeight(packing, inputs).contiguous()); });
    };
    return Found{QuantizerRole::Weight,
                 packing.typeName(),
                 m_analysis.value(inputOf(node, kWeight)).name,
                 m_constants.of(make, std::size_t(packing.depth * packing.columns)),
                 {}};
}

std::optional<FoundQuantizer> QuantizerReader::table(const Node& node, const ops::BlockTable& table)
{
    constexpr int kScales = 2, kZeroPoints = 3;
    const auto data = constant(inputOf(node, 0)), scales = constant(inputOf(node, kScales)),
               zeroPoints = constant(inputOf(node, kZeroPoints));
    if (!data.isDefined() || !scales.isDefined() || zeroPoints.isDefined() != table.hasZeroPoints)
        return std::nullopt;
    const auto make = [table, data, scales, zeroPoints, description = node.description()] {
        return withContext(description, [&] {
            ops::expectTable(data, scales, zeroPoints);
            return Tensor(ops::tableValues(table, data, scales, zeroPoints).contiguous());
        });
    };
    const auto perByte = data.type == graph::DataType::UInt8 ? 8 / table.bits : 1;
    return Found{QuantizerRole::Weight,
                 table.typeName(data.type),
                 m_analysis.value(inputOf(node, 0)).name,
                 m_constants.of(make, std::size_t(data.data.numel() * perByte)),
                 {}};
}

} // namespace ql::quant
