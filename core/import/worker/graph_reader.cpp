// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/ir/topology.h"
#include "core/import/node_operands.h"
#include "core/import/worker/graph_form.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

namespace ql::importers {

namespace {

using graph::Graph;
using graph::ValueId;

constexpr int kDeepestGraph = 64;     // more than any importer nests
constexpr int kMostAttributes = 1000; // they are searched one by one
constexpr auto kMostInt = std::numeric_limits<int>::max();

/// Builds one graph; those in its attributes are built by nested readers.
class ReturnedGraph {
public:
    ReturnedGraph(ResultReader& result, const Graph* outer, int depth)
        : m_result(result)
        , m_outer(outer)
        , m_depth(depth)
    {
        if (depth > kDeepestGraph)
            throwDamagedResult(Message("graphs are nested more than {} deep", kDeepestGraph));
    }

    Graph read();

private:
    void readValue();
    void readCapture();
    void readNode();
    void readHandedThrough();
    graph::DeclaredShape shape();
    graph::Attributes attributes(const std::string& node);
    graph::AttributeValue attribute();
    graph::GraphPointer body();

    std::string name();
    ValueId value(const Graph& graph, int lowest = 0);
    std::vector<ValueId> values(int lowest);
    void markMade(ValueId value);
    void requireMade(const std::vector<ValueId>& values) const;
    void requireLinks() const;

    ResultReader& m_result;
    const Graph* m_outer;
    int m_depth;
    Graph m_graph;
    std::vector<bool> m_isMade;          ///< of each value: something gives it
    std::vector<ValueId> m_nodeCaptures; ///< of the node that is read, sorted
};

Graph ReturnedGraph::read()
{
    m_graph.setName(m_result.text());
    for (auto left = m_result.count(); left > 0; --left) {
        const auto domain = m_result.text();
        m_graph.setOpset(domain, int(m_result.number(-kMostInt, kMostInt)));
    }
    for (auto left = m_result.count(); left > 0; --left)
        readValue();
    for (auto left = m_result.count(); left > 0; --left)
        readCapture();
    for (auto left = m_result.count(); left > 0; --left)
        readNode();
    for (const auto output : values(0))
        m_graph.addOutput(output);
    for (auto left = m_result.count(); left > 0; --left)
        readHandedThrough();
    requireLinks();
    return std::move(m_graph);
}

std::string ReturnedGraph::name()
{
    auto text = m_result.text();
    if (text.empty())
        throwDamagedResult("a node or a value has no name");
    return text;
}

ValueId ReturnedGraph::value(const Graph& graph, int lowest)
{
    return {std::int32_t(m_result.number(lowest, std::int64_t(graph.valueCount()) - 1))};
}

std::vector<ValueId> ReturnedGraph::values(int lowest)
{
    return m_result.list([&] { return value(m_graph, lowest); });
}

void ReturnedGraph::markMade(ValueId id)
{
    if (m_isMade[id.position()])
        throwDamagedResult(Message("value {} is made twice", m_graph.value(id).name));
    m_isMade[id.position()] = true;
}

graph::DeclaredShape ReturnedGraph::shape()
{
    return m_result.list([this] {
        const auto size = m_result.number(-1);
        return graph::Dimension{size, m_result.text()};
    });
}

void ReturnedGraph::readValue()
{
    auto called = name();
    const bool isInput = m_result.truth();
    const auto kind = m_result.oneOf(graph::ValueKind::OptionalSequence);
    const auto type = m_result.oneOf(graph::kLastDataType);
    const auto declared = m_result.truth() ? std::optional(shape()) : std::nullopt;
    const auto id = isInput ? m_graph.addInput(std::move(called), type, declared)
                            : m_graph.addValue(std::move(called), type, declared);
    m_graph.setKind(id, kind);
    const bool isConstant = m_result.truth();
    if (isConstant && isInput)
        throwDamagedResult("an input is a constant");
    m_isMade.push_back(isInput || isConstant);
    if (!isConstant)
        return;
    m_graph.setInitializer(id, m_result.tensor());
    m_graph.setType(id, type); // as declared, whatever is left of the constant
    if (declared)
        m_graph.setShape(id, *declared);
}

void ReturnedGraph::readCapture()
{
    if (!m_outer)
        throwDamagedResult("a graph that stands in no other captures values");
    const auto outer = value(*m_outer);
    const auto inner = value(m_graph);
    markMade(inner);
    m_graph.addCapture(outer, inner);
}

graph::GraphPointer ReturnedGraph::body()
{
    auto read = std::make_shared<Graph>(ReturnedGraph(m_result, &m_graph, m_depth + 1).read());
    for (const auto& capture : read->captures())
        if (!std::ranges::binary_search(m_nodeCaptures, capture.outer))
            throwDamagedResult("a graph in a node captures what the node doesn't read");
    return read;
}

graph::AttributeValue ReturnedGraph::attribute()
{
    switch (m_result.number(0, std::variant_size_v<graph::AttributeValue> - 1)) {
    case 0: return m_result.number();
    case 1: return m_result.real();
    case 2: return m_result.text();
    case 3: return m_result.list([this] { return m_result.number(); });
    case 4: return m_result.list([this] { return m_result.real(); });
    case 5: return m_result.list([this] { return m_result.text(); });
    case 6: return m_result.tensor();
    case 7: return body();
    default: return m_result.list([this] { return body(); });
    }
}

graph::Attributes ReturnedGraph::attributes(const std::string& node)
{
    graph::Attributes read;
    for (auto left = m_result.count(kMostAttributes); left > 0; --left) {
        auto called = m_result.text();
        if (read.has(called))
            throwDamagedResult(Message("node {} has two attributes {}", node, called));
        read.set(std::move(called), attribute());
    }
    return read;
}

void ReturnedGraph::readNode()
{
    graph::NodeSpec spec;
    spec.name = name();
    if (m_graph.findNode(spec.name))
        throwDamagedResult(Message("there are two nodes {}", spec.name));
    spec.hasMadeUpName = m_result.truth();
    spec.domain = m_result.text();
    spec.opType = m_result.text();
    spec.opset = int(m_result.number(-kMostInt, kMostInt));
    spec.scope = m_result.text();
    spec.inputs = values(-1);
    spec.outputs = values(-1);
    for (const auto output : spec.outputs)
        if (output.isValid())
            markMade(output);
    spec.captures = values(0);
    m_nodeCaptures = spec.captures;
    std::ranges::sort(m_nodeCaptures);
    spec.attributes = attributes(spec.name);
    withContext(Message("node {}", spec.name), [&spec] { requireOperands(spec); });
    m_graph.addNode(std::move(spec));
}

void ReturnedGraph::readHandedThrough()
{
    auto node = m_result.text();
    auto called = name();
    m_graph.addHandedThrough({std::move(node), std::move(called), value(m_graph)});
}

void ReturnedGraph::requireMade(const std::vector<ValueId>& values) const
{
    for (const auto id : values)
        if (id.isValid() && !m_isMade[id.position()])
            throwDamagedResult(Message("nothing makes the value {}", m_graph.value(id).name));
}

void ReturnedGraph::requireLinks() const
{
    for (const auto& node : m_graph.nodes()) {
        requireMade(node.inputs);
        requireMade(node.captures);
    }
    requireMade(m_graph.outputs());
    graph::topologicalOrder(m_graph); // refuses cycles
}

} // namespace

Graph readGraph(ResultReader& result)
{
    return ReturnedGraph(result, nullptr, 0).read();
}

} // namespace ql::importers
