// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/ir/graph_copy.h"
#include "core/graph/ir/open_bodies.h"
#include "core/graph/ir/topology.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace ql::graph {

namespace {

/// Builds the graph of one body, or the one around all.
class BodyExtractor {
public:
    BodyExtractor(const Graph& source, BodyId body, BodyExtractor* around)
        : m_source(source)
        , m_order(around ? around->m_order : topologicalOrder(source))
        , m_body(body)
        , m_around(around)
    {
    }

    Graph close()
    {
        for (const auto& [domain, version] : m_source.opsets())
            m_closed.setOpset(domain, version);
        m_closed.setName(m_body.isValid() ? m_source.openBody(m_body).attribute : m_source.name());
        addValues();
        for (const auto id : m_order)
            if (m_source.node(id).body == m_body)
                addNode(m_source.node(id));
        for (const auto output : m_body.isValid() ? m_source.openBody(m_body).outputs : m_source.outputs())
            m_closed.addOutput(isGivenHere(output) ? m_values.at(output) : handedThrough(output));
        if (!m_body.isValid())
            for (const auto& handed : m_source.handedThrough())
                if (!m_source.value(handed.value).body.isValid())
                    m_closed.addHandedThrough({handed.node, handed.name, m_values.at(handed.value)});
        return std::move(m_closed);
    }

    /// Of the enclosing graph.
    const std::vector<ValueId>& captured() const { return m_captured; }

private:
    void addValues()
    {
        const auto& inputs = m_body.isValid() ? m_source.openBody(m_body).inputs : m_source.inputs();
        for (const auto input : inputs) {
            const auto& value = m_source.value(input);
            m_values[input] = m_closed.addInput(value.name, value.type, value.shape);
            m_closed.setKind(m_values[input], value.kind);
        }
        for (std::size_t i = 0; i < m_source.valueCount(); ++i) {
            const ValueId id{std::int32_t(i)};
            const auto& value = m_source.value(id);
            if (value.body != m_body || m_values.contains(id))
                continue;
            m_values[id] = value.initializer ? m_closed.addInitializer(value.name, *value.initializer)
                                             : m_closed.addValue(value.name, value.type, value.shape);
            m_closed.setKind(m_values[id], value.kind);
        }
    }

    ValueId read(ValueId id)
    {
        const auto known = m_values.find(id);
        if (!id.isValid() || known != m_values.end())
            return id.isValid() ? known->second : id;
        const auto& value = m_source.value(id);
        const auto inner = m_closed.addValue(value.name, value.type, value.shape);
        const auto outer = m_around->read(id);
        m_closed.addCapture(outer, inner);
        m_captured.push_back(outer);
        return m_values[id] = inner;
    }

    void addNode(const Node& node)
    {
        auto spec = specOf(m_source, node);
        spec.body.reset();
        const auto bodies = std::exchange(spec.ownBodies, {});
        for (auto* values : {&spec.inputs, &spec.outputs})
            for (auto& value : *values)
                value = read(value);
        spec.captures.clear();
        if (!hasOpenBodies(m_source, node.id))
            for (const auto capture : node.captures)
                spec.captures.push_back(read(capture));
        for (const auto body : bodies) {
            BodyExtractor closer(m_source, body, this);
            spec.attributes.set(m_source.openBody(body).attribute, std::make_shared<const Graph>(closer.close()));
            for (const auto outer : closer.captured())
                if (std::ranges::find(spec.captures, outer) == spec.captures.end())
                    spec.captures.push_back(outer);
        }
        m_closed.addNode(std::move(spec));
    }

    /// Files want bodies to give what they made or were given.
    bool isGivenHere(ValueId output) const { return !m_body.isValid() || m_source.value(output).body == m_body; }

    ValueId handedThrough(ValueId value)
    {
        const auto& given = m_source.value(value);
        const auto standard = m_source.opsets().find("");
        NodeSpec spec{.opType = "Identity", .opset = standard == m_source.opsets().end() ? 1 : standard->second};
        auto name = given.name + "/" + pathOf(m_source, m_body);
        while (m_closed.findValue(name) || m_source.findValue(name))
            name += '_';
        spec.name = name;
        spec.inputs = {read(value)};
        spec.outputs = {m_closed.addValue(name, given.type, given.shape)};
        return m_closed.node(m_closed.addNode(std::move(spec))).outputs.front();
    }

    const Graph& m_source;
    std::vector<NodeId> m_order;
    BodyId m_body;
    BodyExtractor* m_around;
    Graph m_closed;
    std::unordered_map<ValueId, ValueId> m_values; ///< of the source → of the graph that is built
    std::vector<ValueId> m_captured;
};

} // namespace

Graph withClosedBodies(const Graph& graph)
{
    return BodyExtractor(graph, {}, nullptr).close();
}

} // namespace ql::graph
