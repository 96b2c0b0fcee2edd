// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/config/constraints/check_config.h"
#include "core/config/layer_names.h"
#include "core/graph/operators/op_kind.h"
#include "core/graph/operators/operator_traits.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <optional>

namespace ql::config {

namespace {

using graph::Graph;
using graph::Node;
using graph::NodeId;
using graph::Shape;
using graph::ValueId;

/// The shape as far as it is declared, a free batch taken as 1; empty when something else is unknown.
Shape shapeOf(const Graph& graph, ValueId id)
{
    if (!id.isValid())
        return {};
    if (const auto* constant = graph.constantOf(id))
        return constant->shape();
    Shape shape;
    const auto& declared = graph.value(id).shape;
    for (const auto& dimension : declared.value_or(graph::DeclaredShape())) {
        if (dimension.size < 0 && !shape.empty())
            return {};
        shape.push_back(dimension.size < 0 ? 1 : dimension.size);
    }
    return shape;
}

std::uint64_t costOf(const Graph& graph, const Node& node)
{
    std::vector<Shape> inputs;
    std::vector<Shape> outputs;
    for (const auto id : node.inputs)
        inputs.push_back(shapeOf(graph, id));
    for (const auto id : node.outputs)
        outputs.push_back(shapeOf(graph, id));
    return graph::multiplyAccumulates(node, inputs, outputs);
}

bool readsAsData(const Graph& graph, const Node& node, ValueId value)
{
    const auto inputs = dataInputs(graph, node);
    return std::find(inputs.begin(), inputs.end(), value) != inputs.end();
}

constexpr const char* kAskedFor = "asked for";

/// Spreads one layer's settings over all that must agree with it.
class Spreading {
public:
    explicit Spreading(const Graph& graph)
        : m_graph(graph)
    {
    }

    void begin(const Node& node) { reach(node.id, kAskedFor); }

    std::map<std::size_t, std::string> run()
    {
        while (!m_waiting.empty()) {
            const auto& node = m_graph.node(m_waiting.front());
            m_waiting.pop_front();
            for (const auto value : dataInputs(m_graph, node))
                spreadOver(value);
            // What it moves keeps its numbers: whoever reads them wants them alike.
            if (graph::movesDataOnly(node))
                for (const auto output : node.outputs)
                    if (output.isValid())
                        spreadOver(output);
        }
        return m_reasons;
    }

private:
    void spreadOver(ValueId value)
    {
        const auto& edge = m_graph.value(value);
        for (const auto reader : edge.consumers)
            if (readsAsData(m_graph, m_graph.node(reader), value) && isLayer(reader))
                reach(reader, fmt::format("reads {} too", edge.name));
        if (edge.producer.isValid() && graph::movesDataOnly(m_graph.node(edge.producer)) && isLayer(edge.producer))
            reach(edge.producer, fmt::format("only moves data and makes {}", edge.name));
    }

    bool isLayer(NodeId id) const
    {
        const auto kind = graph::opKind(m_graph.node(id));
        return kind == graph::OpKind::Compute || kind == graph::OpKind::DataMovement;
    }

    void reach(NodeId id, std::string reason)
    {
        if (m_reasons.emplace(id.position(), std::move(reason)).second)
            m_waiting.push_back(id);
    }

    const Graph& m_graph;
    std::map<std::size_t, std::string> m_reasons; ///< by position in the graph
    std::deque<NodeId> m_waiting;
};

} // namespace

std::vector<results::ConfigFollower> closureOf(const Graph& graph, std::span<const std::string> layers)
{
    Spreading spreading(graph);
    std::optional<NamedLayers> named; // only where a name is none of the graph's own
    for (const auto& name : layers) {
        const auto own = graph.findNode(name);
        if (!own && !named)
            named.emplace(graph);
        spreading.begin(own ? graph.node(*own) : requireLayer(*named, name));
    }
    std::uint64_t total = 0;
    for (const auto& node : graph.nodes())
        total += costOf(graph, node);
    std::vector<results::ConfigFollower> followers;
    for (const auto& [position, reason] : spreading.run()) {
        const auto& node = graph.nodes()[position];
        const auto macs = costOf(graph, node);
        followers.push_back({node.name, node.opType, reason, macs, total > 0 ? double(macs) / double(total) : 0.0,
                             macs == 0 && graph::traitsNamed(node.opType).isCostUnknownWithoutShapes});
    }
    return followers;
}

} // namespace ql::config
