// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/ir/topology.h"
#include "core/import/handover/graph_form.h"
#include "core/import/node_operands.h"

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
class AnsweredGraph {
public:
    AnsweredGraph(AnswerReader& answer, const Graph* outer, int depth)
        : m_answer(answer)
        , m_outer(outer)
        , m_depth(depth)
    {
        if (depth > kDeepestGraph)
            throwDamagedAnswer(Message("graphs are nested more than {} deep", kDeepestGraph));
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

    AnswerReader& m_answer;
    const Graph* m_outer;
    int m_depth;
    Graph m_graph;
    std::vector<bool> m_isMade;          ///< of each value: something gives it
    std::vector<ValueId> m_nodeCaptures; ///< of the node that is read, sorted
};

Graph AnsweredGraph::read()
{
    m_graph.setName(m_answer.text());
    for (auto left = m_answer.count(); left > 0; --left) {
        const auto domain = m_answer.text();
        m_graph.setOpset(domain, int(m_answer.number(-kMostInt, kMostInt)));
    }
    for (auto left = m_answer.count(); left > 0; --left)
        readValue();
    for (auto left = m_answer.count(); left > 0; --left)
        readCapture();
    for (auto left = m_answer.count(); left > 0; --left)
        readNode();
    for (const auto output : values(0))
        m_graph.addOutput(output);
    for (auto left = m_answer.count(); left > 0; --left)
        readHandedThrough();
    requireLinks();
    return std::move(m_graph);
}

std::string AnsweredGraph::name()
{
    auto text = m_answer.text();
    if (text.empty())
        throwDamagedAnswer("a node or a value has no name");
    return text;
}

ValueId AnsweredGraph::value(const Graph& graph, int lowest)
{
    return {std::int32_t(m_answer.number(lowest, std::int64_t(graph.valueCount()) - 1))};
}

std::vector<ValueId> AnsweredGraph::values(int lowest)
{
    return m_answer.list([&] { return value(m_graph, lowest); });
}

void AnsweredGraph::markMade(ValueId id)
{
    if (m_isMade[id.position()])
        throwDamagedAnswer(Message("value {} is made twice", m_graph.value(id).name));
    m_isMade[id.position()] = true;
}

graph::DeclaredShape AnsweredGraph::shape()
{
    return m_answer.list([this] {
        const auto size = m_answer.number(-1);
        return graph::Dimension{size, m_answer.text()};
    });
}

void AnsweredGraph::readValue()
{
    auto called = name();
    const bool isInput = m_answer.truth();
    const auto kind = m_answer.oneOf(graph::ValueKind::OptionalSequence);
    const auto type = m_answer.oneOf(graph::kLastDataType);
    const auto declared = m_answer.truth() ? std::optional(shape()) : std::nullopt;
    const auto id = isInput ? m_graph.addInput(std::move(called), type, declared)
                            : m_graph.addValue(std::move(called), type, declared);
    m_graph.setKind(id, kind);
    const bool isConstant = m_answer.truth();
    if (isConstant && isInput)
        throwDamagedAnswer("an input is a constant");
    m_isMade.push_back(isInput || isConstant);
    if (!isConstant)
        return;
    m_graph.setInitializer(id, m_answer.tensor());
    m_graph.setType(id, type); // as declared, whatever is left of the constant
    if (declared)
        m_graph.setShape(id, *declared);
}

void AnsweredGraph::readCapture()
{
    if (!m_outer)
        throwDamagedAnswer("a graph that stands in no other captures values");
    const auto outer = value(*m_outer);
    const auto inner = value(m_graph);
    markMade(inner);
    m_graph.addCapture(outer, inner);
}

graph::GraphPointer AnsweredGraph::body()
{
    auto read = std::make_shared<Graph>(AnsweredGraph(m_answer, &m_graph, m_depth + 1).read());
    for (const auto& capture : read->captures())
        if (!std::ranges::binary_search(m_nodeCaptures, capture.outer))
            throwDamagedAnswer("a graph in a node captures what the node doesn't read");
    return read;
}

graph::AttributeValue AnsweredGraph::attribute()
{
    switch (m_answer.number(0, std::variant_size_v<graph::AttributeValue> - 1)) {
    case 0: return m_answer.number();
    case 1: return m_answer.real();
    case 2: return m_answer.text();
    case 3: return m_answer.list([this] { return m_answer.number(); });
    case 4: return m_answer.list([this] { return m_answer.real(); });
    case 5: return m_answer.list([this] { return m_answer.text(); });
    case 6: return m_answer.tensor();
    case 7: return body();
    default: return m_answer.list([this] { return body(); });
    }
}

graph::Attributes AnsweredGraph::attributes(const std::string& node)
{
    graph::Attributes read;
    for (auto left = m_answer.count(kMostAttributes); left > 0; --left) {
        auto called = m_answer.text();
        if (read.has(called))
            throwDamagedAnswer(Message("node {} has two attributes {}", node, called));
        read.set(std::move(called), attribute());
    }
    return read;
}

void AnsweredGraph::readNode()
{
    graph::NodeSpec spec;
    spec.name = name();
    if (m_graph.findNode(spec.name))
        throwDamagedAnswer(Message("there are two nodes {}", spec.name));
    spec.hasMadeUpName = m_answer.truth();
    spec.domain = m_answer.text();
    spec.opType = m_answer.text();
    spec.opset = int(m_answer.number(-kMostInt, kMostInt));
    spec.scope = m_answer.text();
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

void AnsweredGraph::readHandedThrough()
{
    auto node = m_answer.text();
    auto called = name();
    m_graph.addHandedThrough({std::move(node), std::move(called), value(m_graph)});
}

void AnsweredGraph::requireMade(const std::vector<ValueId>& values) const
{
    for (const auto id : values)
        if (id.isValid() && !m_isMade[id.position()])
            throwDamagedAnswer(Message("nothing makes the value {}", m_graph.value(id).name));
}

void AnsweredGraph::requireLinks() const
{
    for (const auto& node : m_graph.nodes()) {
        requireMade(node.inputs);
        requireMade(node.captures);
    }
    requireMade(m_graph.outputs());
    graph::topologicalOrder(m_graph); // refuses cycles
}

} // namespace

Graph readGraph(AnswerReader& answer)
{
    return AnsweredGraph(answer, nullptr, 0).read();
}

} // namespace ql::importers
