// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/quantized_graph/fake_quantizers.h"

#include "core/graph/formats/number_format.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace ql::quant {

namespace {

constexpr double kMostBits = 32;

const graph::TensorData* constantAt(const graph::Graph& graph, const graph::Node& node, std::size_t slot)
{
    return slot < node.inputs.size() && node.inputs[slot].isValid() ? graph.constantOf(node.inputs[slot]) : nullptr;
}

/// The one number at input @p slot, if it is whole.
std::optional<std::int64_t> wholeAt(const graph::Graph& graph, const graph::Node& node, std::size_t slot)
{
    const auto* data = constantAt(graph, node, slot);
    if (!data || data->size() != 1)
        return std::nullopt;
    const double number = data->toDoubles().front();
    if (number != std::floor(number) || number < 1 || number > kMostBits)
        return std::nullopt;
    return static_cast<std::int64_t>(number);
}

/// The only axis of @p parameters that is longer than 1, counted as x counts; nothing where there is none such.
std::optional<std::int64_t> axisOf(const graph::Graph& graph, const graph::Node& node, const graph::Shape& parameters)
{
    const auto isLong = [](std::int64_t size) { return size != 1; };
    const auto found = std::ranges::find_if(parameters, isLong);
    const auto& x = graph.value(node.inputs[0]).shape;
    if (found == parameters.end() || std::ranges::count_if(parameters, isLong) != 1 || !x)
        return std::nullopt;
    const auto fromEnd = parameters.end() - found;
    return std::ssize(*x) < fromEnd ? std::nullopt : std::optional(std::ssize(*x) - fromEnd);
}

/// Fills in scales and zero points; whether both are constants that a quantizer's row can hold.
bool readScales(results::QuantizerInfo& info, const graph::Graph& graph, const graph::Node& node)
{
    const auto* scale = constantAt(graph, node, 1);
    if (!scale || scale->size() == 0 || !graph::isFloatingPoint(scale->type()))
        return false;
    info.scales = scale->toDoubles();
    if (info.scales.size() > 1) {
        info.channelAxis = axisOf(graph, node, scale->shape());
        if (!info.channelAxis)
            return false;
    }
    info.zeroPoints.assign(info.scales.size(), 0);
    if (node.opType == "BipolarQuant")
        return true;
    const auto* zeroPoint = constantAt(graph, node, 2);
    if (!zeroPoint || (zeroPoint->size() != 1 && zeroPoint->size() != info.scales.size()))
        return false;
    const auto numbers = zeroPoint->toDoubles();
    for (std::size_t i = 0; i < info.scales.size(); ++i) {
        const double number = numbers[numbers.size() == 1 ? 0 : i];
        if (number != std::floor(number) || std::abs(number) > 0x1p31)
            return false;
        info.zeroPoints[i] = static_cast<std::int64_t>(number);
    }
    return true;
}

FakeQuantizer described(results::QuantizerInfo info, const graph::Graph& graph, const graph::Node& node)
{
    FakeQuantizer found{info.dtype};
    if (readScales(info, graph, node))
        found.parameters = std::move(info);
    return found;
}

FakeQuantizer integers(const graph::Graph& graph, const graph::Node& node)
{
    const auto bits = wholeAt(graph, node, 3);
    if (!bits)
        return {"quantized"};
    const bool isSigned = node.attributes.intOr("signed", 1) != 0;
    const std::int64_t narrow = node.attributes.intOr("narrow", 0) != 0 ? 1 : 0;
    const auto half = std::int64_t{1} << (*bits - 1);
    results::QuantizerInfo info;
    info.dtype = fmt::format("{}int{}", isSigned ? "" : "u", *bits);
    info.lowest = isSigned ? -half + narrow : 0;
    info.highest = isSigned ? half - 1 : 2 * half - 1 - narrow;
    return described(std::move(info), graph, node);
}

FakeQuantizer bipolar(const graph::Graph& graph, const graph::Node& node)
{
    results::QuantizerInfo info;
    info.dtype = "bipolar";
    info.lowest = -1;
    info.highest = 1;
    return described(std::move(info), graph, node);
}

FakeQuantizer floats(const graph::Graph& graph, const graph::Node& node)
{
    const auto exponent = wholeAt(graph, node, 2);
    const auto mantissa = wholeAt(graph, node, 3);
    return {exponent && mantissa ? fmt::format("e{}m{}", *exponent, *mantissa) : "quantized"};
}

/// What RoundToFormat is told.
FakeQuantizer ofFormat(const graph::Graph& graph, const graph::Node& node)
{
    FakeQuantizer found{node.attributes.stringOr("format", "quantized")};
    const auto* format = graph::findNumberFormat(found.dtype);
    const auto* scale = constantAt(graph, node, 1);
    if (format && format->isBlocked())
        found.granularity = "per-block";
    if (!format || format->isBlocked() || !scale || scale->size() == 0)
        return found;
    results::QuantizerInfo info{.dtype = format->name,
                                .scales = scale->toDoubles(),
                                .lowest = std::int64_t(format->element.lowest()),
                                .highest = std::int64_t(format->element.highest())};
    info.zeroPoints.assign(info.scales.size(), 0);
    if (info.scales.size() > 1) {
        info.channelAxis = node.attributes.intOr("axis", -1);
        found.granularity = "per-channel";
    }
    found.parameters = std::move(info);
    return found;
}

} // namespace

bool isFakeQuantizer(const graph::Node& node)
{
    return graph::traitsOf(node).isFakeQuantizer && !node.inputs.empty() && node.inputs[0].isValid()
           && !node.outputs.empty() && node.outputs[0].isValid();
}

bool quantizesByOwnRange(const graph::Node& node)
{
    return node.opType == "RowFakeQuantize" && isFakeQuantizer(node);
}

FakeQuantizer fakeQuantizerOf(const graph::Graph& graph, const graph::Node& node)
{
    if (node.opType.starts_with("MX"))
        return {node.attributes.stringOr("element_dtype", "int8"), {}, "per-block"};
    if (quantizesByOwnRange(node))
        return {"int8", {}, "per-row"};
    if (node.opType == "RoundToFormat")
        return ofFormat(graph, node);
    auto found = node.opType == "BipolarQuant" ? bipolar(graph, node)
                 : node.opType == "FloatQuant" ? floats(graph, node)
                                               : integers(graph, node);
    const auto* scale = constantAt(graph, node, 1);
    if (scale && scale->size() > 1)
        found.granularity = "per-channel";
    return found;
}

} // namespace ql::quant
