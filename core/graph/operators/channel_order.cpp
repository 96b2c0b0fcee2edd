// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operators/channel_order.h"

#include "core/graph/ir/topology.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>

namespace ql::graph {

namespace {

constexpr std::size_t kImageRank = 4;

bool putsChannelsLast(const Node& node)
{
    return node.opType.starts_with("Nhwc") || node.attributes.intOr("channels_last", 0) != 0;
}

/// What decides the order of its result anew: it moves axes, or combines all channels.
bool breaksOrder(const Node& node)
{
    const auto kind = opKind(node);
    return (kind == OpKind::DataMovement && !traitsOf(node).joins) || kind == OpKind::Constant
           || familyTraits(node.opType).product != Product::None;
}

/// A Transpose in front of an operator that wants its channels last.
bool isReadChannelsLast(const Graph& graph, ValueId value)
{
    return std::ranges::any_of(graph.value(value).consumers, [&](NodeId id) {
        const auto& reader = graph.node(id);
        return putsChannelsLast(reader) && !reader.inputs.empty() && reader.inputs.front() == value;
    });
}

bool givesChannelsLast(const Graph& graph, const Node& node, const std::vector<bool>& isLast)
{
    if (putsChannelsLast(node))
        return true;
    if (breaksOrder(node))
        return !node.outputs.empty() && node.outputs.front().isValid()
               && isReadChannelsLast(graph, node.outputs.front());
    return std::ranges::any_of(node.inputs, [&](ValueId input) { return input.isValid() && isLast[input.position()]; });
}

std::vector<bool> allImages(const Graph& graph)
{
    std::vector<bool> isImage;
    for (const auto& value : graph.values())
        isImage.push_back(!value.shape || value.shape->size() == kImageRank);
    return isImage;
}

} // namespace

bool keepsChannelsLast(const Graph& graph)
{
    return std::ranges::any_of(graph.nodes(), [](const Node& node) {
        return putsChannelsLast(node) && traitsOf(node).hasFiltersChannelsLast; // that's looked up by name
    });
}

std::vector<bool> valuesWithChannelsLast(const Graph& graph)
{
    if (keepsChannelsLast(graph))
        return allImages(graph);
    std::vector<bool> isLast(graph.valueCount(), false);
    if (std::ranges::none_of(graph.nodes(), putsChannelsLast))
        return isLast;
    for (const auto id : topologicalOrder(graph))
        if (const auto& node = graph.node(id); givesChannelsLast(graph, node, isLast))
            for (const auto output : node.outputs)
                if (output.isValid())
                    isLast[output.position()] = true;
    return isLast;
}

} // namespace ql::graph
