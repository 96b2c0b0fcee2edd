// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layers/joined_output.h"

#include "core/graph/operators/op_kind.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <span>

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
        const auto data = dataOf(m_graph.node(maker));
        if (data.size() > 1 && !m_found.join.isValid())
            m_found.join = maker;
        for (const auto input : data)
            from(input);
    }

    JoinedOutput take() { return std::move(m_found); }

private:
    std::vector<ValueId> dataOf(const graph::Node& node) const
    {
        std::vector<ValueId> data;
        const auto isData = [this](ValueId input) { return input.isValid() && !m_graph.constantOf(input); };
        const bool isJoin = graph::traitsNamed(node.opType).joins;
        const auto count = isJoin ? node.inputs.size() : std::min<std::size_t>(1, node.inputs.size());
        std::ranges::copy_if(std::span(node.inputs).first(count), std::back_inserter(data), isData);
        return data;
    }

    void add(ValueId value)
    {
        addOnce(m_found.values, value);
        if (const auto maker = m_graph.value(value).producer; maker.isValid())
            addOnce(m_found.makers, maker);
    }

    static void addOnce(auto& list, const auto& one)
    {
        if (std::ranges::find(list, one) == list.end())
            list.push_back(one);
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
