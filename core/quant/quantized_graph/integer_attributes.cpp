// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/quantized_graph/integer_attributes.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ql::quant {

namespace {

using namespace std::string_view_literals;

struct LeftOut {
    std::string_view opType;
    std::string_view attribute;
};
/// Products whose beta isn't 1, and pools whose dilations aren't, have no integer form at all: see hasIntegerForm().
constexpr std::array kLeftOut{LeftOut{"Gemm"sv, "beta"sv}, LeftOut{"AveragePool"sv, "dilations"sv}};

} // namespace

graph::Attributes integerAttributes(const graph::Node& node)
{
    graph::Attributes kept;
    for (const auto& [name, value] : node.attributes.entries())
        if (std::ranges::none_of(
                kLeftOut, [&](const LeftOut& out) { return out.opType == node.opType && out.attribute == name; }))
            kept.set(name, value);
    if (node.opType == "Softmax")
        kept.set("opset", std::int64_t(node.opset)); // which decides what a row is
    return kept;
}

bool hasIntegerForm(const graph::Node& node, const Parameters& output)
{
    constexpr double kHardlyOff = 1e-3;
    const double levels = 1.0 / double(output.scales.front());
    if (node.opType == "Softmax" && std::abs(levels - std::round(levels)) > kHardlyOff)
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

} // namespace ql::quant
