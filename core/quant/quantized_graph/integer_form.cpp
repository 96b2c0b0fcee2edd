// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/quantized_graph/integer_form.h"

#include "core/graph/operators/clamp_bounds.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <cmath>

namespace ql::quant {

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
    const auto bounds = graph::clampBounds(graph, node);
    const auto slack = graph::traitsNamed(node.opType).clamp == graph::Clamp::AtBounds ? scale / 2.0 : 0.0;
    return bounds.low && bounds.high && low >= *bounds.low - slack && high <= *bounds.high + slack;
}

} // namespace ql::quant
