// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/fusion/fused_chain.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace ql::ops {

namespace {

/// Where a chain is while it grows.
struct Place {
    const graph::Graph& graph;
    const std::vector<std::size_t>& flatPositions;
    const graph::Node& first;
    graph::ValueId value; ///< that the next node reads

    bool isKnownBefore(graph::ValueId other) const
    {
        const auto producer = graph.value(other).producer;
        return !producer.isValid() || flatPositions[producer.position()] < flatPositions[first.id.position()];
    }
};

/// Adds what @p node does to @p chain, or says that it can't.
using Follow = bool (*)(const Place& place, const graph::Node& node, FusedChain& chain);

bool followAdd(const Place& place, const graph::Node& node, FusedChain& chain)
{
    if (node.opset < 7 || node.inputs.size() != 2) // before, axes were given
        return false;
    const auto other = node.inputs[node.inputs[0] == place.value ? 1 : 0];
    if (!other.isValid() || !place.isKnownBefore(other))
        return false;
    chain.addend = other;
    return true;
}

bool followRelu(const Place& /*place*/, const graph::Node& /*node*/, FusedChain& chain)
{
    if (chain.clips)
        return false;
    chain.epilogue.lowest = 0.0f;
    return chain.clips = true;
}

/// The number in input @p slot of @p node, @p otherwise without one, NaN where only a run could tell.
float boundOf(const Place& place, const graph::Node& node, std::size_t slot, float otherwise)
{
    if (slot >= node.inputs.size() || !node.inputs[slot].isValid())
        return otherwise;
    const auto* const bound = place.graph.constantOf(node.inputs[slot]);
    const bool isKnown = bound && bound->type() == graph::DataType::Float && bound->size() == 1
                         && !place.graph.value(node.inputs[slot]).producer.isValid()
                         && std::ranges::find(place.graph.inputs(), node.inputs[slot]) == place.graph.inputs().end();
    return isKnown ? static_cast<float>(bound->toDoubles()[0]) : std::nanf("");
}

bool followClip(const Place& place, const graph::Node& node, FusedChain& chain)
{
    auto lowest = chain.epilogue.lowest, highest = chain.epilogue.highest;
    if (node.opset < 11) {
        lowest = static_cast<float>(node.attributes.floatOr("min", lowest));
        highest = static_cast<float>(node.attributes.floatOr("max", highest));
    } else {
        lowest = boundOf(place, node, 1, lowest);
        highest = boundOf(place, node, 2, highest);
    }
    if (chain.clips || std::isnan(lowest) || std::isnan(highest))
        return false;
    chain.epilogue.lowest = lowest;
    chain.epilogue.highest = highest;
    return chain.clips = true;
}

/// What may follow on which, each at most once and in this order.
struct Pattern {
    std::string_view first;
    std::string_view next;
    Follow follow;
};
constexpr std::array kPatterns{
    Pattern{"Conv", "Add", followAdd},
    Pattern{"Conv", "Relu", followRelu},
    Pattern{"Conv", "Clip", followClip},
};

bool isOurs(const graph::Node& node, const Registry& registry)
{
    const auto* const definition = registry.find(node);
    return node.domain.empty() && !node.body.isValid() && node.outputs.size() == 1 && node.outputs[0].isValid()
           && definition && definition->library.empty();
}

/// The node that alone reads @p value, once.
const graph::Node* onlyReader(const graph::Graph& graph, graph::ValueId value)
{
    const auto& consumers = graph.value(value).consumers;
    if (consumers.size() != 1 || std::ranges::find(graph.outputs(), value) != graph.outputs().end())
        return nullptr;
    const auto& reader = graph.node(consumers.front());
    return std::ranges::count(reader.inputs, value) == 1 && reader.captures.empty() ? &reader : nullptr;
}

} // namespace

std::optional<FusedChain> fusedChainFrom(const graph::Graph& graph, const graph::Node& first,
                                         const std::vector<std::size_t>& flatPositions, const Registry& registry)
{
    const auto isOfFirst = [&](const Pattern& pattern) { return pattern.first == first.opType; };
    if (std::ranges::none_of(kPatterns, isOfFirst) || !isOurs(first, registry))
        return {};
    FusedChain chain;
    Place place{graph, flatPositions, first, first.outputs[0]};
    for (const auto& pattern : kPatterns) {
        const auto* const reader = onlyReader(graph, place.value);
        if (!isOfFirst(pattern) || !reader || reader->opType != pattern.next || !isOurs(*reader, registry)
            || !pattern.follow(place, *reader, chain))
            continue;
        chain.inner.push_back(place.value);
        chain.nodes.push_back(flatPositions[reader->id.position()]);
        place.value = reader->outputs[0];
    }
    chain.result = place.value;
    return chain.nodes.empty() ? std::nullopt : std::optional(chain);
}

} // namespace ql::ops
