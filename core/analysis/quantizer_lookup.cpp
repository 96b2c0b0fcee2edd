// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/quantizer_lookup.h"

#include "core/graph/op_kind.h"

#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace ql::analysis {

namespace {

/// Operator → position of its output scale; the zero point follows.
const std::unordered_map<std::string_view, std::size_t>& scalePositions() {
    static const std::unordered_map<std::string_view, std::size_t> positions{
        {"QuantizeLinear", 1},
        {"QLinearConv", 6},
        {"QLinearConvTranspose", 6},
        {"QLinearMatMul", 6},
        {"QLinearAdd", 6},
        {"QLinearMul", 6},
        {"QGemm", 7},
        {"QLinearWhere", 7},
        {"QLinearConcat", 0},
        {"QLinearSoftmax", 3},
        {"QLinearSigmoid", 3},
        {"QLinearLeakyRelu", 3},
        {"QLinearReduceMean", 3},
        {"QLinearAveragePool", 3},
        {"QLinearGlobalAveragePool", 3},
    };
    return positions;
}

graph::ValueId inputAt(const graph::Node& node, std::size_t position) {
    return position < node.inputs.size() ? node.inputs[position] : graph::ValueId{};
}

graph::DataType integerTypeOf(const graph::Graph& graph, const graph::Node& node, const ScaleInputs& inputs) {
    if (inputs.zeroPoint.isValid())
        if (const auto type = graph.value(inputs.zeroPoint).type; graph::isQuantizedInteger(type))
            return type;
    if (!node.outputs.empty() && node.outputs[0].isValid())
        if (const auto type = graph.value(node.outputs[0]).type; graph::isQuantizedInteger(type))
            return type;
    const auto declared = node.attributes.intOr("output_dtype", static_cast<std::int64_t>(graph::DataType::UInt8));
    return static_cast<graph::DataType>(declared);
}

std::optional<results::QuantizerInfo> quantizerOf(const graph::Graph& graph, const graph::Node& node) {
    const auto inputs = outputScaleOf(node);
    if (!inputs || !inputs->scale.isValid())
        return std::nullopt;
    const auto* scale = graph.constantOf(inputs->scale);
    const auto* zeroPoint = inputs->zeroPoint.isValid() ? graph.constantOf(inputs->zeroPoint) : nullptr;
    const auto type = integerTypeOf(graph, node, *inputs);
    const bool hasRuntimeZeroPoint = inputs->zeroPoint.isValid() && !zeroPoint;
    if (!scale || hasRuntimeZeroPoint || scale->size() == 0 || scale->shape().size() > 1 ||
        !graph::isQuantizedInteger(type))
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
        info.channelAxis = inputs->axis;
    return info;
}

} // namespace

std::optional<ScaleInputs> outputScaleOf(const graph::Node& node) {
    const auto found = scalePositions().find(node.opType);
    if (found == scalePositions().end() || node.attributes.intOr("block_size", 0) != 0)
        return std::nullopt;
    return ScaleInputs{inputAt(node, found->second), inputAt(node, found->second + 1),
                       node.attributes.intOr("axis", 1)};
}

bool keepsScale(const graph::Node& node) {
    static const std::unordered_set<std::string_view> operators{"MaxPool",  "NhwcMaxPool", "Relu",      "Clip",
                                                                "Identity", "ReduceMax",   "ReduceMin", "Max",
                                                                "Min",      "Resize",      "Upsample"};
    return graph::movesDataOnly(node) || operators.contains(node.opType);
}

std::vector<std::optional<results::QuantizerInfo>> quantizersByValue(const graph::Graph& graph,
                                                                     const std::vector<graph::NodeId>& order) {
    std::vector<std::optional<results::QuantizerInfo>> quantizers(graph.valueCount());
    for (const auto id : order) {
        const auto& node = graph.node(id);
        if (node.outputs.empty() || !node.outputs[0].isValid())
            continue;
        if (outputScaleOf(node)) {
            quantizers[node.outputs[0].position()] = quantizerOf(graph, node);
            continue;
        }
        const auto source = inputAt(node, 0);
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
