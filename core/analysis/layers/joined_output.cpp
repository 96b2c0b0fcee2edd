// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layers/joined_output.h"

#include "core/graph/operators/op_kind.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace ql::analysis {

namespace {

using graph::Graph;
using graph::ValueId;

class WayBack {
public:
    explicit WayBack(const Graph& graph)
        : m_graph(graph)
    {
    }

    void from(ValueId value)
    {
        const auto maker = m_graph.value(value).producer;
        if (!maker.isValid() || !graph::movesDataOnly(m_graph.node(maker)))
            return add(value);
        if (!m_seen.insert(maker).second)
            return;
        m_found.layers.push_back(maker);
        std::vector<ValueId> data;
        std::ranges::copy_if(m_graph.node(maker).inputs, std::back_inserter(data),
                             [this](ValueId input) { return carriesFloats(input); });
        if (data.size() > 1 && !m_found.join.isValid())
            m_found.join = maker;
        for (const auto input : data)
            from(input);
    }

    JoinedOutput take() { return std::move(m_found); }

private:
    bool carriesFloats(ValueId value) const
    {
        return value.isValid() && !m_graph.constantOf(value) && m_graph.value(value).type == graph::DataType::Float;
    }

    void add(ValueId value)
    {
        if (std::ranges::find(m_found.values, value) == m_found.values.end())
            m_found.values.push_back(value);
    }

    const Graph& m_graph;
    std::set<graph::NodeId> m_seen;
    JoinedOutput m_found;
};

} // namespace

JoinedOutput joinedIn(const Graph& graph, ValueId output)
{
    WayBack way(graph);
    way.from(output);
    auto joined = way.take();
    return joined.values.size() < 2 ? JoinedOutput{} : joined;
}

} // namespace ql::analysis
