// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/tracing/data_flow.h"

#include "core/graph/ir/topology.h"
#include "core/graph/operators/op_kind.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace ql::config {

namespace {

/// Numbers of Python are a program's own.
bool isAboutShapes(const graph::Node& node)
{
    return node.domain == "prim" || graph::opKind(node) == graph::OpKind::Constant;
}

} // namespace

DataFlow::DataFlow(const graph::Graph& graph)
    : m_graph(graph)
    , m_isData(graph.valueCount(), false)
{
    for (std::size_t i = 0; i < m_isData.size(); ++i) // inputs, of bodies, too
        m_isData[i] = !graph.values()[i].producer.isValid() && !graph.values()[i].initializer;
    const auto isRead = [this](graph::ValueId value) { return isData(value); };
    for (const auto id : graph::topologicalOrder(graph)) {
        const auto& node = graph.node(id);
        if (isAboutShapes(node)
            || (std::ranges::none_of(node.inputs, isRead) && !node.inputs.empty()
                && std::ranges::none_of(node.captures, isRead)))
            continue;
        for (const auto output : node.outputs)
            if (output.isValid())
                m_isData[output.position()] = true;
    }
}

bool DataFlow::isData(const graph::Node& node) const
{
    return std::ranges::any_of(node.outputs, [this](graph::ValueId output) { return isData(output); });
}

bool DataFlow::isCalledOnSizes(const graph::Node& node) const
{
    constexpr std::array<std::string_view, 3> kSigns{"Add", "Mul", "Sub"};
    if (isData(node) || std::ranges::find(kSigns, node.opType) == kSigns.end() || node.outputs.empty())
        return false;
    const auto isDiv = [this](graph::NodeId id) { return id.isValid() && m_graph.node(id).opType == "Div"; };
    const auto isMadeByDiv = [&](graph::ValueId value) {
        return value.isValid() && isDiv(m_graph.value(value).producer);
    };
    return std::ranges::none_of(node.inputs, isMadeByDiv)
           && std::ranges::none_of(m_graph.value(node.outputs.front()).consumers, isDiv);
}

} // namespace ql::config
