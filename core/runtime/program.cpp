// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/frame.h"

#include "core/base/error.h"
#include "core/graph/ir/topology.h"
#include "core/ops/support/kernel_errors.h"

namespace ql::runtime {

namespace {

/// Calls @p visit(attribute name, body) for every graph in the attributes of @p node.
template <typename Visit>
void forEachBody(const graph::Node& node, Visit&& visit)
{
    for (const auto& [name, value] : node.attributes.entries()) {
        if (const auto* body = std::get_if<graph::GraphPointer>(&value))
            visit(name, **body);
        if (const auto* bodies = std::get_if<std::vector<graph::GraphPointer>>(&value))
            for (const auto& each : *bodies)
                visit(name, *each);
    }
}

/// Why @p node can't run, or nothing. With @p binds its attributes count, too.
Message reasonAgainst(const graph::Node& node, const ops::Registry& registry, bool binds)
{
    const auto* definition = registry.find(node);
    if (!definition)
        return registry.reasonAgainst(node);
    if (!binds)
        return {};
    try {
        ops::translated([&] { return definition->bind(node); });
        return {};
    } catch (const Error& error) {
        return error.message();
    }
}

void collectUnsupported(const graph::Graph& graph, const ops::Registry& registry, bool binds,
                        std::vector<UnsupportedNode>& found)
{
    for (const auto& node : graph.nodes()) {
        if (auto reason = reasonAgainst(node, registry, binds); !reason.empty())
            found.push_back(
                {node.name, node.opType, node.domain.empty() ? "ai.onnx" : node.domain, node.opset, std::move(reason)});
        forEachBody(node, [&](const std::string&, const graph::Graph& body) {
            collectUnsupported(body, registry, binds, found);
        });
    }
}

void requireSupported(const graph::Graph& graph, const ops::Registry& registry)
{
    std::vector<UnsupportedNode> missing;
    collectUnsupported(graph, registry, false, missing);
    if (missing.empty())
        return;
    const auto& first = missing.front();
    const auto others = missing.size() == 1 ? Message() : Message(" and {} more nodes", missing.size() - 1);
    throw Error(ErrorCode::UnsupportedOperator,
                Message("operator {} of domain {} (opset {}) is not supported, used by node {}{}", first.opType,
                        first.domain, first.opset, first.node, others),
                "`quantloupe-cli info` lists every unsupported node");
}

BoundNode bindNode(const graph::Graph& graph, const graph::Node& node, const ops::Registry& registry)
{
    return inContextOf(node, [&] {
        BoundNode bound;
        bound.id = node.id;
        bound.kernel = ops::translated([&] { return registry.find(node)->bind(node); });
        bound.work = workOf(graph, node);
        forEachBody(node, [&](const std::string& name, const graph::Graph& body) {
            bound.bodies.emplace_back(name, Program(body, registry));
        });
        return bound;
    });
}

} // namespace

std::vector<UnsupportedNode> unsupportedNodes(const graph::Graph& graph, const ops::Registry& registry)
{
    std::vector<UnsupportedNode> found;
    collectUnsupported(graph, registry, true, found);
    return found;
}

Program::Program(const graph::Graph& graph, const ops::Registry& registry)
    : m_d(std::make_unique<Private>())
{
    requireSupported(graph, registry);
    m_d->graph = &graph;
    m_d->order = graph::topologicalOrder(graph);
    auto dying = graph::lastUses(graph, m_d->order);
    m_d->positions.resize(graph.nodeCount());
    for (std::size_t i = 0; i < m_d->order.size(); ++i)
        m_d->positions[m_d->order[i].position()] = i;
    m_d->nodes.reserve(m_d->order.size());
    for (std::size_t i = 0; i < m_d->order.size(); ++i) {
        m_d->nodes.push_back(bindNode(graph, graph.node(m_d->order[i]), registry));
        m_d->nodes.back().dying = std::move(dying[i]);
    }
    m_d->constants.resize(graph.valueCount());
    for (std::size_t i = 0; i < graph.valueCount(); ++i)
        if (const auto& constant = graph.values()[i].initializer)
            m_d->constants[i] = withContext(Message("initializer {}", graph.values()[i].name),
                                            [&] { return ops::toTensor(*constant); });
}

Program::~Program() = default;
Program::Program(Program&&) noexcept = default;
Program& Program::operator=(Program&&) noexcept = default;

const graph::Graph& Program::graph() const
{
    return *m_d->graph;
}

const std::vector<graph::NodeId>& Program::order() const
{
    return m_d->order;
}

const std::vector<std::size_t>& Program::positions() const
{
    return m_d->positions;
}

const Tensor& Program::constant(graph::ValueId value) const
{
    return m_d->constants.at(value.position());
}

} // namespace ql::runtime
