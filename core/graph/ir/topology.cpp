// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/ir/topology.h"

#include "core/base/error.h"
#include "core/graph/ir/open_bodies.h"

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

/// What no value says: an owner of open bodies follows their nodes, and these what makes the owner's inputs.
class Nesting {
public:
    explicit Nesting(const Graph& graph)
        : m_graph(graph)
        , m_makers(graph.openBodies().size())
        , m_inside(graph.openBodies().size())
        , m_waiting(graph.openBodies().empty() ? 0 : graph.nodeCount())
    {
        for (std::size_t i = 0; i < m_makers.size(); ++i)
            for (const auto input : graph.node(graph.openBodies()[i].owner).inputs)
                if (input.isValid() && graph.value(input).producer.isValid()) {
                    ++m_makers[i];
                    m_waiting[graph.value(input).producer.position()].push_back(i);
                }
    }

    /// Adds to what each node waits for.
    void count(std::vector<std::size_t>& pending)
    {
        for (const auto& node : m_graph.nodes()) {
            if (!node.body.isValid())
                continue;
            m_inside[node.body.position()].push_back(node.id);
            ++pending[m_graph.openBody(node.body).owner.position()];
            if (m_makers[node.body.position()] > 0)
                ++pending[node.id.position()];
        }
    }

    /// Calls @p release with the nodes that wait for one thing less when @p node stands.
    template <typename Release>
    void finish(const Node& node, Release&& release)
    {
        if (node.body.isValid())
            release(m_graph.openBody(node.body).owner);
        if (m_waiting.empty())
            return;
        for (const auto body : m_waiting[node.id.position()])
            if (--m_makers[body] == 0)
                std::ranges::for_each(m_inside[body], release);
    }

private:
    const Graph& m_graph;
    std::vector<std::size_t> m_makers;               ///< of the owner's inputs, which each body still waits for
    std::vector<std::vector<NodeId>> m_inside;       ///< by body
    std::vector<std::vector<std::size_t>> m_waiting; ///< bodies, by maker, once for each input
};

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
    graph.requireSound();
    auto pending = countPending(graph);
    Nesting nesting(graph);
    nesting.count(pending);
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
        const auto release = [&](NodeId waiting) {
            if (--pending[waiting.position()] == 0)
                ready.push(waiting);
        };
        for (const auto output : graph.node(id).outputs) {
            if (!output.isValid())
                continue;
            std::ranges::for_each(graph.value(output).consumers, release);
        }
        nesting.finish(graph.node(id), release);
    }
    if (order.size() != graph.nodeCount())
        throwCycle(graph, pending);
    return order;
}

std::vector<std::vector<ValueId>> lastUses(const Graph& graph, const std::vector<NodeId>& order)
{
    constexpr std::size_t kNever = static_cast<std::size_t>(-1);
    std::vector<std::size_t> last(graph.valueCount(), kNever);
    std::vector<std::size_t> places(graph.nodeCount());
    for (std::size_t position = 0; position < order.size(); ++position)
        places[order[position].position()] = position;
    for (std::size_t position = 0; position < order.size(); ++position) {
        const Node& node = graph.node(order[position]);
        for (const auto output : node.outputs)
            if (output.isValid())
                last[output.position()] = position;
        forEachRead(node, [&](ValueId value) {
            const auto body = graph.value(value).body;
            const auto reader = node.body == body ? node.id : ownerWithin(graph, node.id, body);
            auto& known = last[value.position()];
            if (reader.isValid())
                known = known == kNever ? places[reader.position()] : std::max(known, places[reader.position()]);
        });
    }
    for (const auto& body : graph.openBodies())
        for (const auto output : body.outputs)
            if (graph.value(output).body != graph.node(body.owner).body)
                last[output.position()] = kNever;
    for (const auto output : graph.outputs())
        last[output.position()] = kNever;
    std::vector<std::vector<ValueId>> dying(order.size());
    for (std::size_t i = 0; i < last.size(); ++i)
        if (last[i] != kNever && !graph.values()[i].initializer)
            dying[last[i]].push_back(ValueId{std::int32_t(i)});
    return dying;
}

} // namespace ql::graph
