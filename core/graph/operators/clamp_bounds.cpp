// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operators/clamp_bounds.h"

#include "core/graph/operators/operator_traits.h"

#include <cmath>
#include <limits>
#include <string_view>

namespace ql::graph {

namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

std::optional<double> boundOf(const Graph& graph, const Node& node, std::size_t slot, std::string_view name,
                              double unbounded)
{
    constexpr double kFarthest = 3.4e38; // exporters write the ends of float32 where there is no bound
    double bound = node.attributes.floatOr(name, unbounded);
    if (slot < node.inputs.size() && node.inputs[slot].isValid()) {
        const auto* constant = graph.constantOf(node.inputs[slot]);
        if (!constant || constant->size() != 1 || !isFloatingPoint(constant->type()))
            return std::nullopt;
        bound = constant->toDoubles().front();
    }
    return std::abs(bound) >= kFarthest ? unbounded : bound;
}

} // namespace

ClampBounds clampBounds(const Graph& graph, const Node& node)
{
    switch (traitsNamed(node.opType).clamp) {
    case Clamp::None: break;
    case Clamp::AtZero: return {0.0, kUnbounded};
    case Clamp::AtBounds:
        return {boundOf(graph, node, 1, "min", -kUnbounded), boundOf(graph, node, 2, "max", kUnbounded)};
    }
    return {};
}

} // namespace ql::graph
