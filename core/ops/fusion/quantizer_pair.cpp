// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/fusion/quantizer_pair.h"

#include <algorithm>

namespace ql::ops {

namespace {

using graph::DataType;

/// Scale and zero point of one of the two.
struct Step {
    float scale = 0.0f;
    std::int64_t zeroPoint = 0;
    DataType type = DataType::Undefined; ///< that the zero point says
};

bool isLeftOut(const graph::Node& node, std::size_t slot)
{
    return slot >= node.inputs.size() || !node.inputs[slot].isValid();
}

std::optional<Step> stepOf(const graph::Graph& graph, const graph::Node& node)
{
    constexpr std::size_t kMostAxes = 1; // more are blocks, or a mistake that the node itself reports
    const auto* const scale = knownNumber(graph, node, 1);
    if (!scale || scale->type() != DataType::Float || scale->shape().size() > kMostAxes
        || node.attributes.intOr("block_size", 0) != 0)
        return {};
    Step step{.scale = static_cast<float>(scale->toDoubles()[0])};
    if (isLeftOut(node, 2))
        return step;
    const auto* const zeroPoint = knownNumber(graph, node, 2);
    if (!zeroPoint || !graph::isQuantizedInteger(zeroPoint->type()) || zeroPoint->shape().size() > kMostAxes)
        return {};
    step.zeroPoint = zeroPoint->toInts()[0];
    step.type = zeroPoint->type();
    return step;
}

/// Nothing where attribute @p name asks for another type than @p expected.
bool asksFor(const graph::Node& node, std::string_view name, DataType expected)
{
    const auto asked = node.attributes.intOr(name, 0);
    return asked == 0 || graph::dataTypeFromNumber(asked) == expected;
}

} // namespace

const graph::TensorData* knownConstant(const graph::Graph& graph, const graph::Node& node, std::size_t slot)
{
    if (isLeftOut(node, slot))
        return nullptr;
    const auto value = node.inputs[slot];
    const bool isKnown =
        !graph.value(value).producer.isValid() && std::ranges::find(graph.inputs(), value) == graph.inputs().end();
    return isKnown ? graph.constantOf(value) : nullptr;
}

const graph::TensorData* knownNumber(const graph::Graph& graph, const graph::Node& node, std::size_t slot)
{
    const auto* const number = knownConstant(graph, node, slot);
    return number && number->size() == 1 ? number : nullptr;
}

std::optional<RoundTrip> roundTrip(float scale, std::int64_t zeroPoint, DataType type)
{
    if (!(scale >= RoundTrip::kLeastScale && scale <= 1.0f / RoundTrip::kLeastScale)
        || !graph::isQuantizedInteger(type))
        return {};
    return RoundTrip{scale, static_cast<float>(graph::lowestOf(type) - zeroPoint),
                     static_cast<float>(graph::highestOf(type) - zeroPoint)};
}

std::optional<RoundTrip> roundTripOf(const graph::Graph& graph, const graph::Node& quantize,
                                     const graph::Node& dequantize)
{
    const auto there = stepOf(graph, quantize), back = stepOf(graph, dequantize);
    if (!there || !back || there->scale != back->scale || there->zeroPoint != back->zeroPoint)
        return {};
    const auto asked = graph::dataTypeFromNumber(quantize.attributes.intOr("output_dtype", 0));
    auto type = there->type;
    if (type == DataType::Undefined)
        type = asked.value_or(DataType::Undefined) == DataType::Undefined ? DataType::UInt8 : *asked;
    if (!asksFor(quantize, "output_dtype", type) || !asksFor(quantize, "precision", DataType::Float)
        || !asksFor(dequantize, "output_dtype", DataType::Float)
        || (back->type != DataType::Undefined && back->type != type))
        return {};
    return roundTrip(there->scale, there->zeroPoint, type);
}

} // namespace ql::ops
