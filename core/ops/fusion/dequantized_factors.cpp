// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/fusion/dequantized_factors.h"

#include "core/ops/fusion/quantizer_pair.h"

#include <algorithm>
#include <cmath>

namespace ql::ops {

namespace {

using graph::DataType;

constexpr std::size_t kScale = 1, kZeroPoint = 2;

bool isEightBit(DataType type)
{
    return graph::isQuantizedInteger(type) && graph::lowestOf(type) >= -128 && graph::highestOf(type) <= 255;
}

bool hasInput(const graph::Node& node, std::size_t slot)
{
    return slot < node.inputs.size() && node.inputs[slot].isValid();
}

/// The type of the integers that @p dequantize reads, as far as the graph says.
DataType integerType(const graph::Graph& graph, const graph::Node& dequantize)
{
    if (hasInput(dequantize, kZeroPoint))
        return graph.constantOf(dequantize.inputs[kZeroPoint])->type();
    const auto* const integers = graph.constantOf(dequantize.inputs[0]);
    return integers ? integers->type() : graph.value(dequantize.inputs[0]).type;
}

/// Whether the parameters of @p dequantize are known vectors or numbers, and its result is float32.
bool isSettled(const graph::Graph& graph, const graph::Node& dequantize)
{
    const auto isVector = [&](std::size_t slot) {
        const auto* const known = knownConstant(graph, dequantize, slot);
        return known && known->shape().size() <= 1;
    };
    const auto asked = graph::dataTypeFromNumber(dequantize.attributes.intOr("output_dtype", 0));
    const bool isFloat = asked.value_or(DataType::Undefined) == DataType::Undefined || asked == DataType::Float;
    return isFloat && dequantize.attributes.intOr("block_size", 0) == 0 && isVector(kScale)
           && graph.constantOf(dequantize.inputs[kScale])->type() == DataType::Float
           && (!hasInput(dequantize, kZeroPoint) || isVector(kZeroPoint));
}

/// Files may say anything.
std::optional<DequantizedFactor> usable(DequantizedFactor factor)
{
    if (factor.scales.empty() || factor.zeroPoints.size() != factor.scales.size() || !isEightBit(factor.type))
        return {};
    const auto isOfType = [type = factor.type](std::int32_t integer) {
        return integer >= graph::lowestOf(type) && integer <= graph::highestOf(type);
    };
    const bool isUsable = std::ranges::all_of(factor.scales, [](float scale) { return std::isnormal(scale); })
                          && std::ranges::all_of(factor.zeroPoints, isOfType);
    return isUsable ? std::optional(std::move(factor)) : std::nullopt;
}

std::optional<DequantizedFactor> dequantized(const graph::Graph& graph, const graph::Node& node)
{
    if (!hasInput(node, 0) || !isSettled(graph, node))
        return {};
    DequantizedFactor factor{.axis = node.attributes.intOr("axis", 1), .type = integerType(graph, node)};
    if (!isEightBit(factor.type)) // of other types zero points needn't be integers
        return {};
    const auto scales = graph.constantOf(node.inputs[kScale])->toDoubles();
    factor.scales.assign(scales.begin(), scales.end());
    factor.zeroPoints.assign(scales.size(), 0);
    if (hasInput(node, kZeroPoint)) {
        const auto zeros = graph.constantOf(node.inputs[kZeroPoint])->toInts();
        if (zeros.size() != scales.size())
            return {};
        factor.zeroPoints.assign(zeros.begin(), zeros.end());
    }
    return usable(std::move(factor));
}

constexpr const char* kSwitchScales = "switch_scales";
constexpr const char* kSwitchZeroPoints = "switch_zero_points";
constexpr const char* kSwitchAxis = "switch_axis";
constexpr const char* kSwitchType = "switch_type";

std::optional<DequantizedFactor> switched(const graph::Node& identity)
{
    const auto scales = identity.attributes.floatsOr(kSwitchScales, {});
    const auto zeros = identity.attributes.intsOr(kSwitchZeroPoints, {});
    DequantizedFactor factor{.axis = identity.attributes.intOr(kSwitchAxis, 0)};
    factor.scales.assign(scales.begin(), scales.end());
    factor.zeroPoints.assign(zeros.begin(), zeros.end());
    factor.type = graph::dataTypeFromNumber(identity.attributes.intOr(kSwitchType, 0)).value_or(DataType::Undefined);
    return usable(std::move(factor));
}

std::optional<DequantizedFactor> factorOf(const graph::Graph& graph, graph::ValueId value)
{
    const auto producer = graph.value(value).producer;
    if (!producer.isValid())
        return {};
    const auto& node = graph.node(producer);
    if (node.opType == "DequantizeLinear" && (node.domain.empty() || node.domain == "com.microsoft"))
        return dequantized(graph, node);
    return node.opType == "Identity" && node.attributes.has(kSwitchScales) ? switched(node) : std::nullopt;
}

} // namespace

void markAsSwitch(graph::Attributes& identity, const DequantizedFactor& factor)
{
    identity.set(kSwitchScales, std::vector<double>(factor.scales.begin(), factor.scales.end()));
    identity.set(kSwitchZeroPoints, std::vector<std::int64_t>(factor.zeroPoints.begin(), factor.zeroPoints.end()));
    identity.set(kSwitchAxis, factor.axis);
    identity.set(kSwitchType, static_cast<std::int64_t>(factor.type));
}

std::optional<DequantizedFactors> dequantizedFactorsOf(const graph::Graph& graph, const graph::Node& node)
{
    const bool multiplies = node.opType == "Conv" || node.opType == "Gemm" || node.opType == "MatMul";
    if (!multiplies || !node.domain.empty() || !hasInput(node, 0) || !hasInput(node, 1))
        return {};
    auto x = factorOf(graph, node.inputs[0]);
    if (!x || x->scales.size() != 1)
        return {};
    auto w = factorOf(graph, node.inputs[1]);
    return w ? std::optional(DequantizedFactors{std::move(*x), std::move(*w)}) : std::nullopt;
}

} // namespace ql::ops
