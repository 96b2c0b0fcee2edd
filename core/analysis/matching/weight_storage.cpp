// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/weight_storage.h"

#include "core/base/error.h"
#include "core/graph/operators/channel_axis.h"
#include "core/graph/operators/operator_traits.h"
#include "core/quant/quantized_graph/fake_quantizers.h"

#include <algorithm>

namespace ql::analysis {

namespace {

using graph::DataType;
using graph::OpKind;
using graph::ValueId;
using runs::ConstantValues;

ValueId inputAt(const graph::Node& node, int slot)
{
    return slot >= 0 && std::size_t(slot) < node.inputs.size() ? node.inputs[std::size_t(slot)] : ValueId{};
}

const graph::Node* producerOf(const graph::Graph& graph, ValueId value)
{
    const auto producer = graph.value(value).producer;
    return producer.isValid() ? &graph.node(producer) : nullptr;
}

bool keepsElements(const graph::Node& node)
{
    switch (graph::opKind(node)) {
    case OpKind::Quantize:
    case OpKind::Dequantize:
    case OpKind::Cast:
    case OpKind::DataMovement: return true;
    default: return false;
    }
}

ValueId rootOf(const graph::Graph& graph, ValueId value)
{
    for (const auto* node = producerOf(graph, value); node && keepsElements(*node); node = producerOf(graph, value))
        value = node->inputs[0];
    return value;
}

graph::Shape shapeOf(const ConstantValues& constants, ValueId value)
{
    const auto& graph = constants.graph();
    if (const auto* data = graph.constantOf(value))
        return data->shape();
    const auto* node = producerOf(graph, value);
    if (node && keepsElements(*node) && !graph::movesDataOnly(*node))
        return shapeOf(constants, node->inputs[0]);
    return constants.evaluate(value).shape();
}

DataType typeOf(const ConstantValues& constants, ValueId value)
{
    const auto type = constants.graph().value(value).type;
    return type == DataType::Undefined ? constants.evaluate(value).type : type;
}

std::vector<double> numbersOf(const ConstantValues& constants, ValueId value)
{
    return ops::toTensorData(constants.evaluate(value)).toDoubles();
}

/// Fills in dtype, granularity and quantizer. @p scales may be empty: unknown.
void describe(StoredWeight& weight, DataType type, std::vector<double> scales, std::vector<double> zeroPoints,
              std::int64_t axis)
{
    weight.dtype = graph::name(type);
    weight.granularity = scales.size() > 1 ? "per-channel" : "per-tensor";
    if (scales.empty())
        return;
    results::QuantizerInfo info;
    info.dtype = weight.dtype;
    if (graph::isQuantizedInteger(type) || type == DataType::Int32) {
        info.lowest = graph::lowestOf(type);
        info.highest = graph::highestOf(type);
    }
    zeroPoints.resize(scales.size(), zeroPoints.empty() ? 0.0 : zeroPoints.front());
    info.zeroPoints.assign(zeroPoints.begin(), zeroPoints.end());
    if (scales.size() > 1)
        info.channelAxis = axis;
    info.scales = std::move(scales);
    weight.quantizer = std::move(info);
}

/// From where @p quantizer has the channels to where they lie in @p value, which is made of what it gives.
std::optional<std::int64_t> axisIn(const graph::Graph& graph, ValueId value, const graph::Node& quantizer,
                                   std::int64_t axis)
{
    const auto* node = producerOf(graph, value);
    if (node == &quantizer)
        return graph::axisBehind(graph, quantizer, axis);
    const auto before = axisIn(graph, node->inputs[0], quantizer, axis);
    return before ? graph::axisBehind(graph, *node, *before) : std::nullopt;
}

/// Scales whose channels were scattered say nothing of @p value.
void moveAxis(StoredWeight& weight, const graph::Graph& graph, ValueId value, const graph::Node& quantizer)
{
    if (!weight.quantizer || !weight.quantizer->channelAxis)
        return;
    weight.quantizer->channelAxis = axisIn(graph, value, quantizer, *weight.quantizer->channelAxis);
    if (!weight.quantizer->channelAxis)
        weight.quantizer.reset();
}

void describeBehindDequantize(StoredWeight& weight, const ConstantValues& constants, ValueId value)
{
    const auto& graph = constants.graph();
    const auto* node = producerOf(graph, value);
    while (node && keepsElements(*node) && graph::opKind(*node) != OpKind::Dequantize)
        node = producerOf(graph, node->inputs[0]);
    weight.dtype = graph::name(typeOf(constants, weight.root));
    weight.granularity = "float";
    if (node && quant::isFakeQuantizer(*node)) {
        auto known = quant::fakeQuantizerOf(graph, *node);
        weight.dtype = std::move(known.dtype);
        weight.granularity = std::move(known.granularity);
        weight.quantizer = std::move(known.parameters);
        moveAxis(weight, graph, value, *node);
        return;
    }
    if (!node || graph::opKind(*node) != OpKind::Dequantize || node->inputs.size() < 2)
        return;
    const auto zeroPoint = inputAt(*node, 2);
    describe(weight, typeOf(constants, node->inputs[0]), numbersOf(constants, node->inputs[1]),
             zeroPoint.isValid() ? numbersOf(constants, zeroPoint) : std::vector<double>{},
             node->attributes.intOr("axis", 1));
    if (node->attributes.intOr("block_size", 0) > 0) {
        weight.granularity = "per-block";
        weight.quantizer->channelAxis.reset();
    }
    moveAxis(weight, graph, value, *node);
}

/// Scales (or zero points) shaped so that they multiply @p weight: one; one per channel of @p axis; or one per
/// direction, and perhaps column, of a recurrent weight [directions, rows, columns].
at::Tensor spread(const at::Tensor& parameters, const graph::Shape& weight, std::int64_t axis, bool isRecurrent)
{
    const at::Tensor floats = parameters.to(at::kFloat);
    if (floats.numel() == 1)
        return floats.reshape({});
    if (isRecurrent)
        return floats.dim() == 2 ? floats.unsqueeze(1) : floats.reshape({-1, 1, 1});
    if (floats.dim() > 1 && floats.dim() == std::int64_t(weight.size())) // one per row or column of every matrix
        return floats;
    const bool isThere = axis >= 0 && axis < std::int64_t(weight.size());
    const auto channels = isThere ? weight[std::size_t(axis)] : 1;
    if (floats.numel() != channels)
        throw Error(ErrorCode::InvalidGraph,
                    Message("{} scales for an axis of {}, expected 1 or as many", floats.numel(), channels));
    std::vector<std::int64_t> shape(weight.size(), 1);
    shape[static_cast<std::size_t>(axis)] = channels;
    return floats.reshape(shape);
}

[[noreturn]] void throwNoScale(const graph::Graph& graph, ValueId value)
{
    throw Error(ErrorCode::InvalidGraph,
                Message("no constant scale found for the integers of {}", graph.value(value).name),
                "scales that are computed while the model runs can't be compared");
}

} // namespace

std::optional<StoredWeight> floatOperand(const ConstantValues& constants, const graph::Node& node, int slot)
{
    const auto value = inputAt(node, slot);
    if (!constants.isConstant(value) || !graph::isFloatingPoint(typeOf(constants, value)))
        return std::nullopt;
    StoredWeight weight;
    weight.root = rootOf(constants.graph(), value);
    weight.shape = shapeOf(constants, value);
    describeBehindDequantize(weight, constants, value);
    weight.read = [&constants, value] { return constants.evaluate(value).data.to(at::kFloat).contiguous(); };
    return weight;
}

std::optional<StoredWeight> integerOperand(const ConstantValues& constants, const graph::Node& node,
                                           const quant::IntegerOperand& operand)
{
    const auto value = inputAt(node, operand.slot);
    if (operand.isDynamic || !constants.isConstant(value))
        return std::nullopt;
    StoredWeight weight;
    weight.root = rootOf(constants.graph(), value);
    weight.shape = shapeOf(constants, value);
    const auto scale = quant::scaleOf(constants.graph(), node, operand);
    const auto zeroPoint = inputAt(node, operand.zeroPointSlot);
    const bool hasScale = constants.isConstant(scale) && (!zeroPoint.isValid() || constants.isConstant(zeroPoint));
    const auto rank = std::int64_t(weight.shape.size());
    const bool isRecurrent = node.opType == "DynamicQuantizeLSTM";
    const auto axis = quant::channelAxis(node, operand, rank);
    describe(weight, typeOf(constants, value), hasScale ? numbersOf(constants, scale) : std::vector<double>{},
             hasScale && zeroPoint.isValid() ? numbersOf(constants, zeroPoint) : std::vector<double>{}, axis);
    weight.read = [=, &constants, shape = weight.shape]() -> at::Tensor {
        if (!hasScale)
            throwNoScale(constants.graph(), value);
        at::Tensor floats = constants.evaluate(value).data.to(at::kFloat);
        if (zeroPoint.isValid())
            floats = floats - spread(constants.evaluate(zeroPoint).data, shape, axis, isRecurrent);
        return (floats * spread(constants.evaluate(scale).data, shape, axis, isRecurrent)).contiguous();
    };
    return weight;
}

std::optional<StoredWeight> lookedUpOperand(const ConstantValues& constants, const graph::Node& node)
{
    const auto& graph = constants.graph();
    const auto value = inputAt(node, 0);
    if (!constants.isConstant(value) || !graph::isQuantizedInteger(typeOf(constants, value)))
        return std::nullopt;
    const auto& readers = graph.value(node.outputs.front()).consumers;
    const auto reader = std::ranges::find_if(readers, [&](graph::NodeId id) {
        const auto& each = graph.node(id);
        const auto scale = inputAt(each, 1);
        const auto zeroPoint = inputAt(each, 2);
        return each.opType == "DequantizeLinear" && graph.constantOf(scale) && graph.constantOf(scale)->size() == 1
               && (!zeroPoint.isValid() || graph.constantOf(zeroPoint));
    });
    if (reader == readers.end())
        return std::nullopt;
    const auto scale = numbersOf(constants, inputAt(graph.node(*reader), 1));
    const auto zero = inputAt(graph.node(*reader), 2);
    const auto zeroPoint = zero.isValid() ? numbersOf(constants, zero) : std::vector<double>{0.0};
    StoredWeight weight;
    weight.root = rootOf(graph, value);
    weight.shape = shapeOf(constants, value);
    describe(weight, typeOf(constants, value), scale, zeroPoint, 0);
    weight.read = [&constants, value, scale = float(scale.front()), zeroPoint = float(zeroPoint.front())] {
        return constants.evaluate(value).data.to(at::kFloat).sub(zeroPoint).mul(scale).contiguous();
    };
    return weight;
}

namespace {

/// The widest gap between neighbours of what a block of that packing can hold, its scale being 1.
double widestGap(const ops::WeightPacking& packing)
{
    constexpr double kNormalFloat = 1.0 - 0.696192801; // NF4's, at its low end
    constexpr double kFloat = 1.0 / 3.0;
    return !packing.isTable ? 1.0 : packing.isNormalFloat ? kNormalFloat : kFloat;
}

} // namespace

std::optional<StoredWeight> packedOperand(const ConstantValues& constants, const graph::Node& node,
                                          const ops::WeightPacking& packing)
{
    constexpr int kWeight = 1;
    constexpr int kLastPart = 4;
    for (int slot = kWeight; slot <= kLastPart; ++slot)
        if (const auto value = inputAt(node, slot); value.isValid() && !constants.isConstant(value))
            return std::nullopt;
    StoredWeight weight;
    weight.root = rootOf(constants.graph(), inputAt(node, kWeight));
    weight.shape = {packing.depth, packing.columns};
    weight.dtype = packing.typeName();
    weight.granularity = "per-block";
    weight.read = [&constants, node = node.id, packing] {
        std::vector<ops::Tensor> inputs(1);
        const auto& given = constants.graph().node(node).inputs;
        for (int slot = kWeight; slot <= kLastPart && slot < int(given.size()); ++slot)
            inputs.push_back(given[std::size_t(slot)].isValid() ? constants.evaluate(given[std::size_t(slot)])
                                                                : ops::Tensor());
        return ops::unpackedWeight(packing, inputs).contiguous();
    };
    weight.largestStep = [&constants, scales = inputAt(node, kWeight + 1), gap = widestGap(packing)] {
        return constants.evaluate(scales).data.to(at::kDouble).abs().max().item<double>() * gap;
    };
    return weight;
}

std::optional<StoredWeight> tableOperand(const ConstantValues& constants, const graph::Node& node,
                                         const ops::BlockTable& table)
{
    constexpr int kScales = 2, kZeroPoints = 3;
    const auto data = inputAt(node, 0), scales = inputAt(node, kScales), zeroPoints = inputAt(node, kZeroPoints);
    if (!constants.isConstant(data) || !constants.isConstant(scales)
        || (zeroPoints.isValid() && !constants.isConstant(zeroPoints)))
        return std::nullopt;
    StoredWeight weight;
    weight.root = rootOf(constants.graph(), data);
    weight.shape = shapeOf(constants, data);
    const auto type = typeOf(constants, data);
    if (type == graph::DataType::UInt8 && !weight.shape.empty())
        weight.shape.back() *= 8 / table.bits;
    weight.dtype = table.typeName(type);
    weight.granularity = "per-block";
    weight.read = [&constants, data, scales, zeroPoints, table] {
        const auto points = zeroPoints.isValid() ? constants.evaluate(zeroPoints) : ops::Tensor();
        return ops::tableValues(table, constants.evaluate(data), constants.evaluate(scales), points).contiguous();
    };
    weight.largestStep = [&constants, scales] {
        return constants.evaluate(scales).data.to(at::kDouble).abs().max().item<double>();
    };
    return weight;
}

std::optional<StoredWeight> integerBias(const ConstantValues& constants, const graph::Node& node,
                                        const quant::IntegerSignature& signature)
{
    const auto value = inputAt(node, signature.bias->slot);
    const auto xScale = inputAt(node, signature.operands[0].scaleSlot);
    const auto wScale = inputAt(node, signature.operands[1].scaleSlot);
    if (!constants.isConstant(value))
        return std::nullopt;
    StoredWeight weight;
    weight.root = rootOf(constants.graph(), value);
    weight.shape = shapeOf(constants, value);
    const bool hasScale = constants.isConstant(xScale) && constants.isConstant(wScale);
    const auto product = [=, &constants] {
        return (constants.evaluate(xScale).data.to(at::kFloat).reshape({-1})
                * constants.evaluate(wScale).data.to(at::kFloat).reshape({-1}))
            .contiguous();
    };
    std::vector<double> scales;
    if (hasScale) {
        const at::Tensor floats = product();
        scales.assign(floats.data_ptr<float>(), floats.data_ptr<float>() + floats.numel());
    }
    describe(weight, typeOf(constants, value), std::move(scales), {}, std::int64_t(weight.shape.size()) - 1);
    weight.read = [=, &constants]() -> at::Tensor {
        if (!hasScale)
            throwNoScale(constants.graph(), value);
        const auto integers = constants.evaluate(value).data.to(at::kFloat);
        return (integers * spread(product(), integers.sizes().vec(), integers.dim() - 1, false)).contiguous();
    };
    return weight;
}

std::optional<std::int64_t> channelAxisOf(const ModelWeight& weight, const graph::Node& node, int floatSlot)
{
    const auto rank = std::int64_t(weight.shape.size());
    if (rank < 2)
        return std::nullopt;
    if (const auto axis = graph::channelAxis(node, floatSlot, rank))
        return axis;
    if (!weight.quantizer || !weight.quantizer->channelAxis)
        return std::nullopt;
    const auto axis = *weight.quantizer->channelAxis;
    return axis < 0 ? axis + rank : axis < rank ? std::optional(axis) : std::nullopt;
}

} // namespace ql::analysis
