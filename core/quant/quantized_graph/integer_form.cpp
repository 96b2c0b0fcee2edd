// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/quantized_graph/integer_form.h"

#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ql::quant {

namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

/// A Clip's bound: an attribute before opset 11, then an input. Nothing when it is no constant.
std::optional<double> boundOf(const graph::Graph& graph, const graph::Node& node, std::size_t slot,
                              const char* attribute, double fallback)
{
    if (slot >= node.inputs.size() || !node.inputs[slot].isValid())
        return node.attributes.floatOr(attribute, fallback);
    const auto* constant = graph.constantOf(node.inputs[slot]);
    return constant && constant->size() == 1 ? std::optional(constant->toDoubles().front()) : std::nullopt;
}

} // namespace

graph::Attributes integerAttributes(const graph::Node& node)
{
    const auto& traits = graph::traitsNamed(node.opType);
    graph::Attributes kept;
    for (const auto& [name, value] : node.attributes.entries())
        if (name != traits.attributeOfFloats)
            kept.set(name, value);
    if (traits.integerForm == graph::IntegerForm::WholeLevels)
        kept.set("opset", std::int64_t(node.opset)); // which decides what a row is
    return kept;
}

bool hasIntegerForm(const graph::Node& node, const Parameters& output)
{
    constexpr double kHardlyOff = 1e-3;
    const double levels = 1.0 / double(output.scales.front());
    if (graph::traitsNamed(node.opType).integerForm == graph::IntegerForm::WholeLevels
        && std::abs(levels - std::round(levels)) > kHardlyOff)
        return false;
    return std::ranges::all_of(node.attributes.intsOr("dilations", {}), [](auto size) { return size == 1; });
}

Parameters withWholeLevels(Parameters parameters)
{
    auto& scale = parameters.scales.front();
    if (std::floor(1.0f / scale) < std::round(1.0f / scale))
        scale = std::nextafter(scale, 0.0f);
    return parameters;
}

bool isDoneBySaturation(const graph::Graph& graph, const graph::Node& node, const Parameters& parameters,
                        const IntegerFormat& format)
{
    const double scale = parameters.scales.front();
    const double zero = parameters.zeroPoints.front();
    const double low = (double(format.lowest()) - zero) * scale;
    const double high = (double(format.highest()) - zero) * scale;
    const auto clamp = graph::traitsNamed(node.opType).clamp;
    if (clamp == graph::Clamp::AtZero)
        return low >= 0.0;
    const auto least = boundOf(graph, node, 1, "min", -kUnbounded);
    const auto most = boundOf(graph, node, 2, "max", kUnbounded);
    return clamp == graph::Clamp::AtBounds && least && most && low >= *least - scale / 2.0
           && high <= *most + scale / 2.0;
}

} // namespace ql::quant
