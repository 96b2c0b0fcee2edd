// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/quantized_graph/instrumented_graph.h"

#include "core/ops/fusion/dequantized_factors.h"

#include <algorithm>
#include <fmt/format.h>

namespace ql::quant {

namespace {

constexpr int kIdentityOpset = 13;

/// What @p point gives, where products of its integers may be computed.
std::optional<ops::DequantizedFactor> factorOf(const QuantizerPoint& point)
{
    const auto& known = point.parameters;
    if (!known)
        return {};
    const auto type = known->lowest < 0 ? graph::DataType::Int8 : graph::DataType::UInt8;
    const auto isOneOfType = [type](std::int64_t integer) {
        return integer >= graph::lowestOf(type) && integer <= graph::highestOf(type);
    };
    if (!isOneOfType(known->lowest) || !isOneOfType(known->highest)
        || !std::ranges::all_of(known->zeroPoints, isOneOfType))
        return {};
    ops::DequantizedFactor factor{.axis = known->channelAxis.value_or(0), .type = type};
    factor.scales.assign(known->scales.begin(), known->scales.end());
    factor.zeroPoints.assign(known->zeroPoints.begin(), known->zeroPoints.end());
    return factor;
}

} // namespace

InstrumentedGraph instrument(const graph::Graph& baseline, std::span<const QuantizerPoint> points)
{
    InstrumentedGraph result{baseline, {}, {}};
    for (std::size_t i = 0; i < points.size(); ++i) {
        const auto& point = points[i];
        const auto name = fmt::format("{}@quantizer{}", baseline.value(point.source).name, i);
        const auto switched = result.graph.addValue(name, baseline.value(point.source).type);
        graph::NodeSpec spec{.name = name, .opType = "Identity", .opset = kIdentityOpset};
        spec.inputs = {point.source};
        spec.outputs = {switched};
        if (const auto factor = factorOf(point))
            ops::markAsSwitch(spec.attributes, *factor);
        result.switches.push_back(result.graph.addNode(std::move(spec)));
        for (const auto edge : point.edges) {
            if (edge.node.isValid())
                result.graph.setNodeInput(edge.node, edge.slot, switched);
            else
                result.graph.setOutput(edge.slot, switched);
        }
        result.switched.push_back(switched);
    }
    return result;
}

} // namespace ql::quant
