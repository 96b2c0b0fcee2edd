// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/fusion/chain_links.h"

#include <algorithm>

namespace ql::ops {

namespace {

/// ONNX Runtime has quantizers of its own, which differ from the standard's in their types alone.
bool isKnownDomain(const graph::Node& node)
{
    const bool quantizes = node.opType == "QuantizeLinear" || node.opType == "DequantizeLinear";
    return node.domain.empty() || (quantizes && node.domain == "com.microsoft");
}

} // namespace

bool isOurs(const graph::Node& node, const Registry& registry)
{
    const auto* const definition = registry.find(node);
    return isKnownDomain(node) && !node.body.isValid() && node.outputs.size() == 1 && node.outputs[0].isValid()
           && definition && definition->library.empty();
}

const graph::Node* onlyReader(const graph::Graph& graph, graph::ValueId value)
{
    const auto& consumers = graph.value(value).consumers;
    if (consumers.size() != 1 || std::ranges::find(graph.outputs(), value) != graph.outputs().end())
        return nullptr;
    const auto& reader = graph.node(consumers.front());
    return std::ranges::count(reader.inputs, value) == 1 && reader.captures.empty() ? &reader : nullptr;
}

bool isKnownBefore(const graph::Graph& graph, const std::vector<std::size_t>& flatPositions, const graph::Node& first,
                   graph::ValueId value)
{
    const auto producer = graph.value(value).producer;
    return !producer.isValid() || flatPositions[producer.position()] < flatPositions[first.id.position()];
}

} // namespace ql::ops
