// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/quantized_graph/instrumented_graph.h"

#include <fmt/format.h>

namespace ql::quant {

namespace {
constexpr int kIdentityOpset = 13;
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
