// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/shadow/layer_segment.h"

#include "core/graph/operators/op_kind.h"

#include <algorithm>
#include <unordered_set>

namespace ql::analysis {

namespace {

using graph::OpKind;
using graph::ValueId;

class Walker {
public:
    Walker(const graph::Graph& graph, const std::vector<Layer>& layers, const std::vector<std::size_t>& layerOf,
           std::size_t target)
        : m_graph(graph)
        , m_target(layers[target])
        , m_index(target)
        , m_layerOf(layerOf)
    {
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
        if (const auto made = m_layerOf[value.position()]; made != kNoLayer && made != m_index)
            m_segment.inputs.push_back({made, value, seenAs});
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
    std::size_t m_index; ///< the target's
    const std::vector<std::size_t>& m_layerOf;
    std::unordered_set<ValueId> m_seen;
    LayerSegment m_segment;
};

} // namespace

std::vector<std::size_t> matchedLayersByValue(const graph::Graph& graph, const std::vector<Layer>& layers,
                                              const std::vector<LayerMatch>& matches)
{
    std::vector<std::size_t> layerOf(graph.valueCount(), kNoLayer);
    for (std::size_t i = 0; i < layers.size(); ++i)
        if (matches[i].partner != kNoLayer && layerOf[layers[i].own.position()] == kNoLayer)
            layerOf[layers[i].own.position()] = i;
    return layerOf;
}

LayerSegment segmentOf(const graph::Graph& graph, const std::vector<Layer>& layers,
                       const std::vector<std::size_t>& layerOf, std::size_t layer)
{
    return Walker(graph, layers, layerOf, layer).walk();
}

} // namespace ql::analysis
