// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layers/slice_axes.h"

#include "core/analysis/layers/slice_parts.h"
#include "core/graph/ir/topology.h"
#include "core/graph/operators/channel_order.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <ranges>

namespace ql::analysis {

namespace {

using graph::Node;
using graph::Product;
using graph::ValueId;
using Axis = std::optional<std::int64_t>;

class SliceAxesWalk {
public:
    explicit SliceAxesWalk(const graph::Graph& graph)
        : m_graph(graph)
        , m_isLast(graph::valuesWithChannelsLast(graph))
        , m_made(graph.valueCount())
        , m_read(graph.valueCount())
        , m_parts(graph)
    {
    }

    std::vector<SliceAxes> take()
    {
        const auto order = graph::topologicalOrder(m_graph);
        for (const auto id : order)
            goForward(m_graph.node(id));
        for (const auto id : order | std::views::reverse)
            goBack(m_graph.node(id));
        std::vector<SliceAxes> axes(m_graph.valueCount());
        for (std::size_t i = 0; i < axes.size(); ++i) {
            axes[i].parts = m_parts.take(i);
            axes[i].channelAxis = m_read[i] ? m_read[i] : m_made[i];
            axes[i].softmax = softmaxOf(ValueId{std::int32_t(i)});
            if (!axes[i].channelAxis && !axes[i].parts.empty())
                axes[i].channelAxis = axes[i].parts.front().axis;
        }
        return axes;
    }

private:
    /// Where @p node puts channels itself.
    Axis ownAxis(const Node& node) const
    {
        const auto& family = graph::familyTraits(node.opType);
        if (family.product == Product::Convolution || family.product == Product::TransposedConvolution)
            return m_isLast[node.outputs[0].position()] ? -1 : 1;
        const bool isTable = family.readsTable && m_graph.constantOf(node.inputs[0]);
        if (family.product == Product::Matrix || family.isRecurrent || family.putsChannelsLast || isTable)
            return -1;
        return family.foldsIntoConvolution ? Axis(1) : std::nullopt;
    }

    /// Where @p node looks for channels in its input @p slot.
    Axis wantedAxis(const Node& node, std::size_t slot) const
    {
        const auto& family = graph::familyTraits(node.opType);
        const bool isConvolution =
            family.product == Product::Convolution || family.product == Product::TransposedConvolution;
        if (isConvolution && slot == 0)
            return m_isLast[node.inputs[0].position()] ? -1 : 1;
        if (family.product == Product::Matrix && slot == 0)
            return node.attributes.intOr("transA", 0) != 0 ? -2 : -1;
        if (family.product == Product::Matrix && slot == 1)
            return node.attributes.intOr("transB", 0) != 0 ? -1 : -2;
        if (slot == 0 && (family.isRecurrent || family.putsChannelsLast))
            return -1;
        return slot == 0 && family.foldsIntoConvolution ? Axis(1) : std::nullopt;
    }

    void goForward(const Node& node)
    {
        m_parts.goForward(node);
        if (node.outputs.empty() || !node.outputs[0].isValid() || node.inputs.empty() || !node.inputs[0].isValid())
            return;
        const auto own = ownAxis(node);
        for (const auto output : node.outputs) {
            if (!output.isValid())
                continue;
            auto& made = m_made[output.position()];
            made = own;
            for (const auto input : node.inputs)
                if (!made && input.isValid() && m_made[input.position()])
                    made = keptAxis(m_graph, node, {input, output}, *m_made[input.position()]);
        }
    }

    void goBack(const Node& node)
    {
        m_parts.goBack(node);
        for (std::size_t slot = 0; slot < node.inputs.size(); ++slot) {
            const auto input = node.inputs[slot];
            if (!input.isValid() || m_graph.constantOf(input) || m_read[input.position()])
                continue;
            auto& read = m_read[input.position()];
            read = wantedAxis(node, slot);
            for (const auto output : node.outputs)
                if (!read && output.isValid() && m_read[output.position()])
                    read = keptAxis(m_graph, node, {output, input}, *m_read[output.position()]);
        }
    }

    /// What the Softmax does that alone reads @p value.
    std::optional<SharedOut> softmaxOf(ValueId value) const
    {
        const auto& readers = m_graph.value(value).consumers;
        if (readers.size() != 1 || std::ranges::find(m_graph.outputs(), value) != m_graph.outputs().end())
            return std::nullopt;
        const auto& node = m_graph.node(readers.front());
        if (!graph::familyTraits(node.opType).givesProbabilities || node.inputs.front() != value)
            return std::nullopt;
        const bool isOld = node.domain.empty() && node.opset < 13;
        return SharedOut{node.attributes.intOr("axis", isOld ? 1 : -1), isOld};
    }

    const graph::Graph& m_graph;
    std::vector<bool> m_isLast;
    std::vector<Axis> m_made; ///< by value, as all
    std::vector<Axis> m_read;
    SlicePartsWalk m_parts;
};

} // namespace

std::vector<SliceAxes> sliceAxesOf(const graph::Graph& graph)
{
    return SliceAxesWalk(graph).take();
}

} // namespace ql::analysis
