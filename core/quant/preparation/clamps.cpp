// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/preparation/clamps.h"

#include "core/graph/operators/operator_traits.h"

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
