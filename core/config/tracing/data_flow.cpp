// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/tracing/data_flow.h"

#include "core/graph/ir/topology.h"
#include "core/graph/operators/op_kind.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace ql::config {

DataFlow::DataFlow(const graph::Graph& graph)
    : m_graph(graph)
    , m_origins(graph.valueCount(), Origin::Constants)
{
    for (std::size_t i = 0; i < m_origins.size(); ++i) // inputs, of bodies, too
        if (!graph.values()[i].producer.isValid() && !graph.values()[i].initializer)
            m_origins[i] = Origin::Data;
    for (const auto id : graph::topologicalOrder(graph)) {
        const auto origin = originAfter(graph.node(id));
        for (const auto output : graph.node(id).outputs)
            if (output.isValid())
                m_origins[output.position()] = origin;
    }
}

DataFlow::Origin DataFlow::originAfter(const graph::Node& node) const
{
    auto read = Origin::Constants;
    for (const auto* values : {&node.inputs, &node.captures})
        for (const auto value : *values)
            if (value.isValid())
                read = std::max(read, m_origins[value.position()]);
    const bool makesConstants = graph::opKind(node) == graph::OpKind::Constant;
    if (makesConstants || node.domain == "prim") // sizes, and Python's own numbers
        return std::min(read, Origin::Shapes);
    return node.inputs.empty() && node.captures.empty() ? Origin::Data : read; // random numbers
}

bool DataFlow::gives(const graph::Node& node, Origin origin) const
{
    return std::ranges::any_of(node.outputs, [&](graph::ValueId output) {
        return output.isValid() && m_origins[output.position()] == origin;
    });
}

bool DataFlow::computesOnConstants(const graph::Node& node) const
{
    return graph::opKind(node) == graph::OpKind::Compute && gives(node, Origin::Constants);
}

bool DataFlow::isCalledOnSizes(const graph::Node& node) const
{
    constexpr std::array<std::string_view, 3> kSigns{"Add", "Mul", "Sub"};
    if (!gives(node, Origin::Shapes) || std::ranges::find(kSigns, node.opType) == kSigns.end())
        return false;
    const auto isDiv = [this](graph::NodeId id) { return id.isValid() && m_graph.node(id).opType == "Div"; };
    const auto isMadeByDiv = [&](graph::ValueId value) {
        return value.isValid() && isDiv(m_graph.value(value).producer);
    };
    return std::ranges::none_of(node.inputs, isMadeByDiv)
           && std::ranges::none_of(m_graph.value(node.outputs.front()).consumers, isDiv);
}

} // namespace ql::config
