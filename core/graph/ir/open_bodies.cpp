// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/ir/open_bodies.h"

#include <algorithm>
#include <set>

namespace ql::graph {

bool hasOpenBodies(const Graph& graph, NodeId node)
{
    return std::ranges::find(graph.openBodies(), node, &OpenBody::owner) != graph.openBodies().end();
}

NodeId ownerWithin(const Graph& graph, NodeId node, BodyId body)
{
    while (graph.node(node).body != body) {
        if (!graph.node(node).body.isValid())
            return {};
        node = graph.openBody(graph.node(node).body).owner;
    }
    return node;
}

std::vector<ValueId> replaceableReads(const Graph& graph, const Node& node)
{
    auto reads = node.inputs;
    if (!node.captures.empty() && hasOpenBodies(graph, node.id))
        reads.insert(reads.end(), node.captures.begin(), node.captures.end());
    return reads;
}

std::vector<ValueId> outerReads(const Graph& graph, NodeId owner)
{
    if (!hasOpenBodies(graph, owner))
        return {};
    const auto isWithin = [&](BodyId body) {
        while (body.isValid() && graph.openBody(body).owner != owner)
            body = graph.node(graph.openBody(body).owner).body;
        return body.isValid();
    };
    std::set<ValueId> outer;
    for (const auto& node : graph.nodes())
        if (isWithin(node.body))
            for (const auto* values : {&node.inputs, &node.captures})
                for (const auto value : *values)
                    if (value.isValid() && !isWithin(graph.value(value).body))
                        outer.insert(value);
    return {outer.begin(), outer.end()};
}

bool isInLoop(const Graph& graph, BodyId body)
{
    for (; body.isValid(); body = graph.node(graph.openBody(body).owner).body)
        if (graph.node(graph.openBody(body).owner).opType != "If")
            return true;
    return false;
}

std::string pathOf(const Graph& graph, BodyId body)
{
    if (!body.isValid())
        return {};
    const auto& open = graph.openBody(body);
    return graph.node(open.owner).name + "/" + open.attribute;
}

} // namespace ql::graph
