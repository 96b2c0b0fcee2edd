// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/ir/topology.h"

#include "core/base/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <queue>

namespace ql::graph {

namespace {

/// Calls @p visit with every value that @p node reads, captures included, repeated reads too.
template <typename Visit>
void forEachRead(const Node& node, Visit&& visit)
{
    for (const auto input : node.inputs)
        if (input.isValid())
            visit(input);
    for (const auto capture : node.captures)
        visit(capture);
}

/// How many distinct values made by nodes each node still waits for.
std::vector<std::size_t> countPending(const Graph& graph)
{
    std::vector<std::size_t> pending(graph.nodeCount(), 0);
    for (const auto& value : graph.values())
        if (value.producer.isValid())
            for (const auto consumer : value.consumers)
                ++pending[consumer.position()];
    return pending;
}

[[noreturn]] void throwCycle(const Graph& graph, const std::vector<std::size_t>& pending)
{
    constexpr std::size_t kMostNamed = 8;
    std::vector<std::string> names;
    for (const auto& node : graph.nodes())
        if (pending[node.id.position()] > 0 && names.size() < kMostNamed)
            names.push_back(node.name);
    throw Error(ErrorCode::InvalidGraph,
                Message("nodes depend on each other in a cycle, or follow one: {}", fmt::join(names, ", ")));
}

} // namespace

std::vector<NodeId> topologicalOrder(const Graph& graph)
{
    auto pending = countPending(graph);
    std::priority_queue<NodeId, std::vector<NodeId>, std::greater<>> ready;
    for (const auto& node : graph.nodes())
        if (pending[node.id.position()] == 0)
            ready.push(node.id);
    std::vector<NodeId> order;
    order.reserve(graph.nodeCount());
    while (!ready.empty()) {
        const auto id = ready.top();
        ready.pop();
        order.push_back(id);
        for (const auto output : graph.node(id).outputs) {
            if (!output.isValid())
                continue;
            for (const auto consumer : graph.value(output).consumers)
                if (--pending[consumer.position()] == 0)
                    ready.push(consumer);
        }
    }
    if (order.size() != graph.nodeCount())
        throwCycle(graph, pending);
    return order;
}

std::vector<std::vector<ValueId>> lastUses(const Graph& graph, const std::vector<NodeId>& order)
{
    constexpr std::size_t kNever = static_cast<std::size_t>(-1);
    std::vector<std::size_t> last(graph.valueCount(), kNever);
    for (std::size_t position = 0; position < order.size(); ++position) {
        const Node& node = graph.node(order[position]);
        for (const auto output : node.outputs)
            if (output.isValid())
                last[output.position()] = position;
        forEachRead(node, [&](ValueId value) { last[value.position()] = position; });
    }
    for (const auto output : graph.outputs())
        last[output.position()] = kNever;
    std::vector<std::vector<ValueId>> dying(order.size());
    for (std::size_t i = 0; i < last.size(); ++i)
        if (last[i] != kNever && !graph.values()[i].initializer)
            dying[last[i]].push_back(ValueId{std::int32_t(i)});
    return dying;
}

} // namespace ql::graph
