// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layers/quantizer_lookup.h"

#include "core/graph/operators/operator_traits.h"
#include "core/quant/quantized_graph/integer_operands.h"
#include "core/quant/quantized_graph/written_limits.h"

#include <algorithm>

namespace ql::analysis {

namespace {

/// Position of the scale of the first output; the zero point follows. Nothing where it isn't quantized.
std::optional<std::size_t> scalePosition(const graph::Node& node)
{
    if (node.opType == "QuantizeLinear")
        return 1;
    const auto signature = quant::integerSignature(node);
    if (!signature || signature->resultScaleSlot < 0)
        return std::nullopt;
    return static_cast<std::size_t>(signature->resultScaleSlot);
}

graph::ValueId valueAt(const graph::Node& node, std::size_t position)
{
    return position < node.inputs.size() ? node.inputs[position] : graph::ValueId{};
}

graph::DataType integerTypeOf(const graph::Graph& graph, const graph::Node& node, const ScaleInputs& inputs)
{
    if (inputs.zeroPoint.isValid())
        if (const auto type = graph.value(inputs.zeroPoint).type; graph::isQuantizedInteger(type))
            return type;
    if (!node.outputs.empty() && node.outputs[0].isValid())
        if (const auto type = graph.value(node.outputs[0]).type; graph::isQuantizedInteger(type))
            return type;
    const auto declared = node.attributes.intOr("output_dtype", static_cast<std::int64_t>(graph::DataType::UInt8));
    return graph::dataTypeFromNumber(declared).value_or(graph::DataType::Undefined);
}

std::optional<results::QuantizerInfo> quantizerOf(const graph::Graph& graph, const graph::Node& node)
{
    const auto inputs = outputScaleOf(node);
    if (!inputs)
        return std::nullopt;
    const auto type = integerTypeOf(graph, node, *inputs);
    auto info = graph::isQuantizedInteger(type) ? readQuantizer(graph, *inputs, type) : std::nullopt;
    if (info)
        quant::narrow(*info, node);
    return info;
}

} // namespace

std::optional<ScaleInputs> outputScaleOf(const graph::Node& node)
{
    const auto position = scalePosition(node);
    if (!position || node.attributes.intOr("block_size", 0) != 0)
        return std::nullopt;
    return ScaleInputs{valueAt(node, *position), valueAt(node, *position + 1), node.attributes.intOr("axis", 1)};
}

std::optional<results::QuantizerInfo> readQuantizer(const graph::Graph& graph, const ScaleInputs& inputs,
                                                    graph::DataType type)
{
    const auto* scale = inputs.scale.isValid() ? graph.constantOf(inputs.scale) : nullptr;
    const auto* zeroPoint = inputs.zeroPoint.isValid() ? graph.constantOf(inputs.zeroPoint) : nullptr;
    const bool hasRuntimeZeroPoint = inputs.zeroPoint.isValid() && !zeroPoint;
    if (!scale || hasRuntimeZeroPoint || scale->size() == 0 || scale->shape().size() > 1)
        return std::nullopt;
    const bool isOddZeroPoint = zeroPoint && !graph::isQuantizedInteger(zeroPoint->type())
                                && zeroPoint->type() != graph::DataType::Int32
                                && zeroPoint->type() != graph::DataType::Int64; // what dumps are read with
    if (!graph::isFloatingPoint(scale->type()) || isOddZeroPoint)
        return std::nullopt;
    results::QuantizerInfo info;
    info.dtype = graph::name(type);
    info.lowest = graph::lowestOf(type);
    info.highest = graph::highestOf(type);
    info.scales = scale->toDoubles();
    info.zeroPoints = zeroPoint ? zeroPoint->toInts() : std::vector<std::int64_t>(info.scales.size(), 0);
    if (info.zeroPoints.size() != info.scales.size())
        return std::nullopt;
    if (info.scales.size() > 1)
        info.channelAxis = inputs.axis;
    return info;
}

bool keepsScale(const graph::Node& node)
{
    return graph::movesDataOnly(node) || graph::familyTraits(node.opType).keepsScale;
}

std::vector<std::optional<results::QuantizerInfo>> quantizersByValue(const graph::Graph& graph,
                                                                     const std::vector<graph::NodeId>& order)
{
    std::vector<std::optional<results::QuantizerInfo>> quantizers(graph.valueCount());
    for (const auto id : order) {
        const auto& node = graph.node(id);
        if (node.outputs.empty() || !node.outputs[0].isValid())
            continue;
        if (outputScaleOf(node)) {
            quantizers[node.outputs[0].position()] = quantizerOf(graph, node);
            continue;
        }
        const auto source = valueAt(node, 0);
        if (!source.isValid() || !keepsScale(node))
            continue;
        // A per-channel axis would have to follow the movement; no producer of integers needs that.
        const auto& quantizer = quantizers[source.position()];
        if (!quantizer || quantizer->isPerChannel())
            continue;
        const bool isSplit = node.opType == "Split";
        for (std::size_t output = 0; output < (isSplit ? node.outputs.size() : 1); ++output)
            if (node.outputs[output].isValid())
                quantizers[node.outputs[output].position()] = quantizer;
    }
    return quantizers;
}

} // namespace ql::analysis
