// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/graph/ir/graph.h"

#include <algorithm>

namespace ql::graph {

namespace {

[[noreturn]] void throwUnsound(Message what)
{
    throw Error(ErrorCode::Internal, std::move(what));
}

void requireOwners(const Graph& graph)
{
    for (const auto& body : graph.openBodies())
        if (!body.owner.isValid())
            throwUnsound(Message("no node runs the body {}", body.attribute));
}

#if !defined(NDEBUG) || defined(QUANTLOUPE_CHECKED)

using Link = std::pair<ValueId, NodeId>;

void requireBothSides(std::vector<Link> ofValues, std::vector<Link> ofNodes)
{
    std::ranges::sort(ofValues);
    std::ranges::sort(ofNodes);
    const auto repeated = std::ranges::unique(ofNodes); // a node may read a value more than once
    ofNodes.erase(repeated.begin(), repeated.end());
    if (ofValues != ofNodes)
        throwUnsound("a link between a value and a node holds on one side only");
}

void requireLinks(const Graph& graph)
{
    std::vector<Link> producers;
    std::vector<Link> consumers;
    for (std::size_t i = 0; i < graph.valueCount(); ++i) {
        const ValueId id{std::int32_t(i)};
        if (graph.value(id).producer.isValid())
            producers.emplace_back(id, graph.value(id).producer);
        for (const auto consumer : graph.value(id).consumers)
            consumers.emplace_back(id, consumer);
    }
    std::vector<Link> outputs;
    std::vector<Link> reads;
    const auto link = [](const std::vector<ValueId>& values, NodeId node, std::vector<Link>& links) {
        for (const auto value : values)
            if (value.isValid())
                links.emplace_back(value, node);
    };
    for (const auto& node : graph.nodes()) {
        link(node.outputs, node.id, outputs);
        link(node.inputs, node.id, reads);
        link(node.captures, node.id, reads);
    }
    requireBothSides(std::move(producers), std::move(outputs));
    requireBothSides(std::move(consumers), std::move(reads));
}

#endif

} // namespace

void Graph::requireSound() const
{
    requireOwners(*this);
#if !defined(NDEBUG) || defined(QUANTLOUPE_CHECKED)
    requireLinks(*this);
#endif
}

} // namespace ql::graph
