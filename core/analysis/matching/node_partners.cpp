// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/node_partners.h"

#include "core/analysis/matching/paired_inputs.h"
#include "core/graph/operators/operator_traits.h"
#include "core/quant/quantized_graph/integer_operands.h"

#include <algorithm>
#include <deque>
#include <set>

namespace ql::analysis {

namespace {

using graph::Graph;
using graph::Node;
using graph::NodeId;
using graph::OpKind;
using graph::ValueId;

bool isQuantizer(const Node& node)
{
    const auto kind = graph::opKind(node);
    return kind == OpKind::Quantize || kind == OpKind::Dequantize;
}

/// What makes @p value, quantizers looked through.
const Node* makerOf(const Graph& graph, ValueId value)
{
    while (value.isValid() && graph.value(value).producer.isValid()) {
        const auto& node = graph.node(graph.value(value).producer);
        if (!isQuantizer(node))
            return &node;
        value = node.inputs[0];
    }
    return nullptr;
}

/// By layer, the nodes of the run that ends with it, in execution order; empty where a run goes on.
std::vector<std::vector<NodeId>> runsOf(const std::vector<Layer>& layers, const std::vector<LayerMatch>& matches)
{
    std::vector<std::vector<NodeId>> runs(layers.size());
    for (std::size_t i = 0; i < layers.size(); ++i) {
        auto& run = runs[matches[i].fusedInto == kNoLayer ? i : matches[i].fusedInto];
        run.insert(run.end(), layers[i].run.begin(), layers[i].run.end());
    }
    return runs;
}

class Pairing {
public:
    Pairing(const Graph& baseline, const Graph& analysis)
        : m_baseline(baseline)
        , m_analysis(analysis)
    {
    }

    void pairLayers(const MatchedModels& models)
    {
        const auto runsX = runsOf(models.baseline, models.matching.baseline);
        const auto runsY = runsOf(models.analysis, models.matching.analysis);
        for (std::size_t i = 0; i < runsY.size(); ++i)
            if (models.matching.analysis[i].partner != kNoLayer)
                pairRelatives(runsX[models.matching.analysis[i].partner], runsY[i]);
    }

    /// Constants are no layers, and some that move data stay without partner: whoever makes what partners read at the
    /// same place are partners too, if they do the same.
    void pairMakers()
    {
        while (!m_new.empty()) {
            const auto [b, a] = m_new.front();
            m_new.pop_front();
            const auto& y = m_analysis.node(a);
            const auto signature = quant::integerSignature(y);
            if (!signature) {
                for (std::size_t slot = 0; slot < y.inputs.size(); ++slot)
                    pairMakersOf(b, slot, y.inputs[slot]);
                continue;
            }
            for (const auto& operand : signature->operands)
                if (operand.slot >= 0 && std::size_t(operand.slot) < y.inputs.size() && operand.floatSlot >= 0)
                    pairMakersOf(b, std::size_t(operand.floatSlot), y.inputs[std::size_t(operand.slot)]);
        }
    }

    quant::NodePartners take() { return std::move(m_partners); }

private:
    bool areRelatives(NodeId b, NodeId a) const
    {
        return graph::familyOf(m_baseline.node(b).opType) == graph::familyOf(m_analysis.node(a).opType);
    }

    void pairRelatives(const std::vector<NodeId>& run, const std::vector<NodeId>& others)
    {
        for (const auto a : others) {
            const auto found =
                std::ranges::find_if(run, [&](NodeId b) { return !m_isTaken.contains(b) && areRelatives(b, a); });
            if (found != run.end())
                pair(*found, a);
        }
    }

    void pairMakersOf(NodeId b, std::size_t slot, ValueId read)
    {
        const auto& x = m_baseline.node(b);
        const auto* maker = slot < x.inputs.size() ? makerOf(m_baseline, x.inputs[slot]) : nullptr;
        const auto* other = makerOf(m_analysis, read);
        if (maker && other && areRelatives(maker->id, other->id))
            pair(maker->id, other->id);
    }

    /// Several analysis nodes may stand for one of the baseline: tools write what many read several times.
    void pair(NodeId b, NodeId a)
    {
        if (!m_partners.emplace(a, b).second)
            return;
        m_isTaken.insert(b);
        m_new.emplace_back(b, a);
    }

    const Graph& m_baseline;
    const Graph& m_analysis;
    quant::NodePartners m_partners;
    std::set<NodeId> m_isTaken;
    std::deque<std::pair<NodeId, NodeId>> m_new;
};

quant::ModelPartners withOutputs(quant::NodePartners nodes, const Graph& baseline, const Graph& analysis)
{
    quant::ModelPartners partners{std::move(nodes), {}};
    const auto outputs = pairOutputs(baseline, analysis);
    for (std::size_t i = 0; i < outputs.size(); ++i)
        if (outputs[i])
            partners.outputs.emplace_back(*outputs[i], i);
    return partners;
}

} // namespace

quant::NodePartners nodePartners(const MatchedModels& models)
{
    Pairing pairing(models.baselineGraph, models.analysisGraph);
    pairing.pairLayers(models);
    pairing.pairMakers();
    return pairing.take();
}

quant::NodePartners nodePartners(const Graph& baseline, const Graph& analysis)
{
    const auto x = collectLayers(baseline, &analysis);
    const auto y = collectLayers(analysis, &baseline);
    const auto matching = matchLayers(baseline, x, analysis, y);
    return nodePartners({baseline, analysis, x, y, matching});
}

quant::ModelPartners modelPartners(const MatchedModels& models)
{
    return withOutputs(nodePartners(models), models.baselineGraph, models.analysisGraph);
}

quant::ModelPartners modelPartners(const Graph& baseline, const Graph& analysis)
{
    return withOutputs(nodePartners(baseline, analysis), baseline, analysis);
}

} // namespace ql::analysis
