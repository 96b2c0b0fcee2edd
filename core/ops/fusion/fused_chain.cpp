// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/fusion/fused_chain.h"

#include "core/ops/fusion/chain_links.h"
#include "core/ops/fusion/quantizer_pair.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>

namespace ql::ops {

namespace {

/// Where a chain is while it grows.
struct Place {
    const graph::Graph& graph;
    const std::vector<std::size_t>& flatPositions;
    const graph::Node& first;
    graph::ValueId value; ///< that the next node reads
};

/// Adds what @p node does to @p chain, or says that it can't.
using Follow = bool (*)(const Place& place, const graph::Node& node, const Registry& registry, FusedChain& chain);

bool followAdd(const Place& place, const graph::Node& node, const Registry& /*registry*/, FusedChain& chain)
{
    if (node.opset < 7 || node.inputs.size() != 2) // before, axes were given
        return false;
    const auto other = node.inputs[node.inputs[0] == place.value ? 1 : 0];
    if (!other.isValid() || !isKnownBefore(place.graph, place.flatPositions, place.first, other))
        return false;
    chain.addend = other;
    return true;
}

bool followRelu(const Place& /*place*/, const graph::Node& /*node*/, const Registry& /*registry*/, FusedChain& chain)
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
    const auto* const bound = knownNumber(place.graph, node, slot);
    return bound && bound->type() == graph::DataType::Float ? static_cast<float>(bound->toDoubles()[0]) : std::nanf("");
}

bool followClip(const Place& place, const graph::Node& node, const Registry& /*registry*/, FusedChain& chain)
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

/// A QuantizeLinear only along with the node that takes its integers back.
bool followQuantize(const Place& place, const graph::Node& node, const Registry& registry, FusedChain& chain)
{
    const auto* const back = onlyReader(place.graph, node.outputs[0]);
    if (!back || back->opType != "DequantizeLinear" || back->inputs[0] != node.outputs[0] || !isOurs(*back, registry))
        return false;
    const auto trip = roundTripOf(place.graph, node, *back);
    chain.epilogue.trip = trip.value_or(RoundTrip{});
    return trip.has_value();
}

/// Behind the QuantizeLinear that was followed, or that is the first node; behind another it has no integers to read.
bool followDequantize(const Place& place, const graph::Node& /*node*/, const Registry& registry, FusedChain& chain)
{
    return chain.epilogue.trip.isTaken()
           || (place.first.opType == "QuantizeLinear" && followQuantize(place, place.first, registry, chain));
}

/// What may follow, each at most once and in this order.
struct Follower {
    std::string_view opType;
    Follow follow;
};
constexpr std::array kFollowers{Follower{"Add", followAdd}, Follower{"Relu", followRelu}, Follower{"Clip", followClip},
                                Follower{"QuantizeLinear", followQuantize},
                                Follower{"DequantizeLinear", followDequantize}};

/// Where the followers of a node begin: what comes before is its own work, or can't be told from it.
struct First {
    std::string_view opType;
    std::string_view next;
};
constexpr std::array kFirsts{First{"Conv", "Add"}, First{"Add", "Relu"}, First{"Relu", "QuantizeLinear"},
                             First{"Clip", "QuantizeLinear"}, First{"QuantizeLinear", "DequantizeLinear"}};

std::span<const Follower> followersOf(const graph::Node& first)
{
    const auto* const found = std::ranges::find(kFirsts, first.opType, &First::opType);
    if (found == kFirsts.end())
        return {};
    return {std::ranges::find(kFollowers, found->next, &Follower::opType), kFollowers.end()};
}

} // namespace

std::optional<FusedChain> fusedChainFrom(const graph::Graph& graph, const graph::Node& first,
                                         const std::vector<std::size_t>& flatPositions, const Registry& registry)
{
    const auto followers = followersOf(first);
    if (followers.empty() || !isOurs(first, registry))
        return {};
    FusedChain chain;
    Place place{graph, flatPositions, first, first.outputs[0]};
    for (const auto& follower : followers) {
        const auto* const reader = onlyReader(graph, place.value);
        if (!reader || reader->opType != follower.opType || !isOurs(*reader, registry)
            || !follower.follow(place, *reader, registry, chain))
            continue;
        chain.inner.push_back(place.value);
        chain.nodes.push_back(flatPositions[reader->id.position()]);
        place.value = reader->outputs[0];
    }
    chain.result = place.value;
    return chain.nodes.empty() ? std::nullopt : std::optional(chain);
}

std::optional<FusedChain> switchedChainFrom(const graph::Graph& graph, const graph::Node& first,
                                            const FusedChain* chain, const std::vector<std::size_t>& flatPositions,
                                            const Registry& registry)
{
    const auto followers = followersOf(first);
    const bool isAtItsEnd = chain && (!chain->steps.empty() || chain->epilogue.trip.isTaken());
    if (isAtItsEnd || followers.size() <= 1 || !isOurs(first, registry)) // one: it quantizes itself
        return {};
    const auto* const reader = onlyReader(graph, chain ? chain->result : first.outputs[0]);
    if (!reader || reader->opType != "Identity" || !isOurs(*reader, registry))
        return {};
    auto switched = chain ? *chain : FusedChain{.result = first.outputs[0]};
    switched.inner.push_back(switched.result);
    switched.nodes.push_back(flatPositions[reader->id.position()]);
    switched.result = reader->outputs[0];
    return switched;
}

} // namespace ql::ops
