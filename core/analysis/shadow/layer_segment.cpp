// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/shadow/layer_segment.h"

#include "core/graph/operators/op_kind.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace ql::analysis {

namespace {

using graph::OpKind;
using graph::ValueId;

class Walker {
public:
    Walker(const graph::Graph& graph, const std::vector<Layer>& layers, const std::vector<LayerMatch>& matches,
           std::size_t target)
        : m_graph(graph)
        , m_target(layers[target])
    {
        for (std::size_t i = 0; i < layers.size(); ++i)
            if (i != target && matches[i].partner != kNoLayer)
                m_layerOf.emplace(layers[i].own, i);
    }

    LayerSegment walk()
    {
        visit(m_target.value, m_target.value);
        return std::move(m_segment);
    }

private:
    /// @p seenAs is the value that an operator reads, with only Q and DQ between it and @p value.
    void visit(ValueId value, ValueId seenAs)
    {
        if (!value.isValid() || m_graph.constantOf(value) || !m_seen.insert(value).second)
            return;
        if (const auto found = m_layerOf.find(value); found != m_layerOf.end())
            m_segment.inputs.push_back({found->second, value, seenAs});
        else if (const auto producer = m_graph.value(value).producer; producer.isValid())
            enter(m_graph.node(producer), seenAs);
        else
            m_segment.graphInputs.push_back(value);
    }

    void enter(const graph::Node& node, ValueId seenAs)
    {
        if (std::ranges::find(m_segment.nodes, node.id) != m_segment.nodes.end())
            return;
        m_segment.nodes.push_back(node.id);
        const auto kind = graph::opKind(node);
        const bool isQuantizer = kind == OpKind::Quantize || kind == OpKind::Dequantize;
        m_segment.isQuantized = m_segment.isQuantized || isQuantizer || graph::isIntegerOperator(node);
        for (std::size_t i = 0; i < node.inputs.size(); ++i)
            visit(node.inputs[i], isQuantizer && i == 0 ? seenAs : node.inputs[i]);
        for (const auto capture : node.captures)
            visit(capture, capture);
    }

    const graph::Graph& m_graph;
    const Layer& m_target;
    std::unordered_map<ValueId, std::size_t> m_layerOf; ///< matched layers by own result, the target left out
    std::unordered_set<ValueId> m_seen;
    LayerSegment m_segment;
};

} // namespace

LayerSegment segmentOf(const graph::Graph& graph, const std::vector<Layer>& layers,
                       const std::vector<LayerMatch>& matches, std::size_t layer)
{
    return Walker(graph, layers, matches, layer).walk();
}

} // namespace ql::analysis
