// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/ir/graph_copy.h"
#include "core/graph/ir/open_bodies.h"
#include "core/graph/ir/topology.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace ql::graph {

namespace {

bool hasClosedList(const Node& node)
{
    return std::ranges::any_of(node.attributes.entries(), [](const auto& entry) {
        return std::holds_alternative<std::vector<GraphPointer>>(entry.second);
    });
}

bool hasBody(const Node& node)
{
    return std::ranges::any_of(node.attributes.entries(),
                               [](const auto& entry) { return std::holds_alternative<GraphPointer>(entry.second); });
}

bool canBeOpened(const Node& node)
{
    return hasBody(node) && !hasClosedList(node);
}

/// Inputs and outputs of @p body, and nothing else.
GraphPointer interfaceOf(const Graph& body)
{
    auto copy = std::make_shared<Graph>(body.name());
    for (const auto& [domain, version] : body.opsets())
        copy->setOpset(domain, version);
    for (const auto input : body.inputs()) {
        const auto& value = body.value(input);
        copy->setKind(copy->addInput(value.name, value.type, value.shape), value.kind);
    }
    for (const auto output : body.outputs()) {
        const auto& value = body.value(output);
        const auto known = copy->findValue(value.name);
        copy->addOutput(known ? *known : copy->addValue(value.name, value.type, value.shape));
    }
    return copy;
}

/// How often each name stands in a model, bodies included.
class NameCounts {
public:
    explicit NameCounts(const Graph& graph) { count(graph); }

    bool isOnlyNode(const std::string& name) const { return m_nodes.at(name) == 1; }
    bool isOnlyValue(const std::string& name) const { return m_values.at(name) == 1; }

private:
    void count(const Graph& graph)
    {
        for (const auto& value : graph.values())
            ++m_values[value.name];
        for (const auto& handed : graph.handedThrough())
            ++m_values[handed.name];
        for (const auto& node : graph.nodes()) {
            ++m_nodes[node.name];
            for (const auto& [name, value] : node.attributes.entries())
                if (const auto* body = std::get_if<GraphPointer>(&value))
                    count(**body);
        }
    }

    std::map<std::string, int> m_nodes;
    std::map<std::string, int> m_values;
};

class Opener {
public:
    explicit Opener(const Graph& source)
        : m_names(source)
        , m_open(source.name())
    {
        for (const auto& [domain, version] : source.opsets())
            m_open.setOpset(domain, version);
        Level level{source, {}, {}, {}};
        addValues(level);
        addNodes(level);
        for (const auto output : source.outputs())
            m_open.addOutput(output);
        addHandedThrough(level);
    }

    Graph take() { return std::move(m_open); }

private:
    /// A graph that is being laid open.
    struct Level {
        const Graph& source;
        std::string path; ///< of the body, "" of the graph itself
        BodyId body;
        std::unordered_map<ValueId, ValueId> values; ///< of the source → of the copy

        std::vector<ValueId> of(const std::vector<ValueId>& ids) const
        {
            std::vector<ValueId> found;
            for (const auto id : ids)
                found.push_back(id.isValid() ? values.at(id) : id);
            return found;
        }
    };

    static std::string under(const std::string& path, const std::string& name)
    {
        return path.empty() || name.empty() ? path + name : path + "/" + name;
    }

    std::string valueName(const Level& level, const std::string& name) const
    {
        if (level.path.empty() || (m_names.isOnlyValue(name) && !m_open.findValue(name)))
            return name;
        auto free = under(level.path, name);
        while (m_open.findValue(free))
            free += '_';
        return free;
    }

    void addValues(Level& level)
    {
        const auto areInputs = inputFlags(level.source);
        for (std::size_t i = 0; i < level.source.valueCount(); ++i) {
            const ValueId id{std::int32_t(i)};
            if (level.values.contains(id))
                continue; // a capture
            const auto& value = level.source.value(id);
            auto name = valueName(level, value.name);
            if (value.initializer)
                level.values[id] = m_open.addInitializer(std::move(name), *value.initializer);
            else if (level.path.empty() && areInputs[i])
                level.values[id] = m_open.addInput(std::move(name), value.type, value.shape);
            else
                level.values[id] = m_open.addValue(std::move(name), value.type, value.shape);
            m_open.setKind(level.values[id], value.kind);
        }
    }

    void addNodes(const Level& level)
    {
        for (const auto id : topologicalOrder(level.source))
            addNode(level, level.source.node(id));
    }

    void addNode(const Level& level, const Node& node)
    {
        auto spec = specOf(level.source, node);
        if (!level.path.empty() && (node.hasMadeUpName || !m_names.isOnlyNode(node.name)))
            spec.name = under(level.path, node.name);
        spec.scope = under(level.path, node.scope);
        spec.inputs = level.of(node.inputs);
        spec.outputs = level.of(node.outputs);
        spec.captures = level.of(node.captures);
        spec.body = level.body;
        if (!canBeOpened(node)) {
            m_open.addNode(std::move(spec));
            return;
        }
        spec.captures.clear();
        for (const auto& [attribute, value] : node.attributes.entries())
            if (const auto* body = std::get_if<GraphPointer>(&value)) {
                spec.ownBodies.push_back(open(level, spec.name, attribute, **body));
                for (const auto output : m_open.openBody(spec.ownBodies.back()).outputs)
                    if (std::ranges::find(spec.captures, output) == spec.captures.end())
                        spec.captures.push_back(output);
                spec.attributes.set(attribute, interfaceOf(**body));
            }
        m_open.addNode(std::move(spec));
    }

    /// Its owner comes later.
    BodyId open(const Level& around, const std::string& owner, const std::string& attribute, const Graph& body)
    {
        Level level{body, under(owner, attribute), {}, {}};
        for (const auto& capture : body.captures())
            level.values[capture.inner] = around.values.at(capture.outer);
        addValues(level);
        level.body = m_open.addOpenBody(attribute, level.of(body.inputs()), level.of(body.outputs()));
        addNodes(level);
        addHandedThrough(level);
        return level.body;
    }

    void addHandedThrough(const Level& level)
    {
        for (const auto& handed : level.source.handedThrough())
            m_open.addHandedThrough(
                {under(level.path, handed.node), valueName(level, handed.name), level.values.at(handed.value)});
    }

    NameCounts m_names;
    Graph m_open;
};

} // namespace

Graph withOpenBodies(Graph graph)
{
    if (!graph.openBodies().empty() || std::ranges::none_of(graph.nodes(), canBeOpened))
        return graph;
    return Opener(graph).take();
}

} // namespace ql::graph
