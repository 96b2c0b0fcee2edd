// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/simulation/decisions.h"

#include "core/analysis/matching/node_partners.h"

#include <algorithm>

namespace ql::analysis {

namespace {

/// The elements of @p x along TopK's axis.
std::optional<runs::Tensor> gathered(const graph::Node& topK, const runs::Tensor& x, const runs::Tensor& indices)
{
    const auto rank = x.data.dim();
    auto axis = topK.attributes.intOr("axis", -1);
    axis += axis < 0 ? rank : 0;
    if (axis < 0 || axis >= rank || indices.data.dim() != rank)
        return std::nullopt;
    for (std::int64_t i = 0; i < rank; ++i)
        if (i != axis && indices.data.size(i) != x.data.size(i))
            return std::nullopt;
    if (indices.data.numel() > 0 && indices.data.max().item<std::int64_t>() >= x.data.size(axis))
        return std::nullopt;
    return runs::Tensor(x.data.gather(axis, indices.data), x.type);
}

/// The nodes of @p decisions, marked among those of @p graph.
template <typename Decisions>
runs::Interceptor::Nodes nodesIn(const graph::Graph& graph, const Decisions& decisions)
{
    std::vector<bool> nodes(graph.nodeCount(), false);
    for (const auto& each : decisions)
        nodes[each.node.position()] = true;
    return std::make_shared<const std::vector<bool>>(std::move(nodes));
}

} // namespace

std::optional<std::size_t> decisionOutput(const graph::Node& node)
{
    if (!node.domain.empty() && node.domain != "ai.onnx")
        return std::nullopt;
    const bool isTopK = node.opType == "TopK";
    if (!isTopK && node.opType != "ArgMax" && node.opType != "ArgMin" && node.opType != "NonMaxSuppression")
        return std::nullopt;
    const std::size_t output = isTopK ? 1 : 0;
    return output < node.outputs.size() && node.outputs[output].isValid() ? std::optional(output) : std::nullopt;
}

std::optional<runs::Tensor> decidedAs(const runs::ValueEvent& event, const runs::Tensor& indices)
{
    if (!indices.isDefined())
        return std::nullopt;
    // TopK gives the elements first, then where they are.
    if (event.node.opType == "TopK" && event.output == 0)
        return event.inputs.empty() ? std::nullopt : gathered(event.node, event.inputs[0], indices);
    const bool mayDifferInSize = event.node.opType == "NonMaxSuppression";
    if (!mayDifferInSize && event.tensor.shape() != indices.shape())
        return std::nullopt;
    return indices;
}

std::uint64_t flippedCount(const runs::Tensor& expected, const runs::Tensor& found)
{
    const auto a = expected.data.flatten();
    const auto b = found.data.flatten();
    const auto common = std::min(a.numel(), b.numel());
    const auto different = a.narrow(0, 0, common).ne(b.narrow(0, 0, common)).sum().item<std::int64_t>();
    return std::uint64_t(different + std::max(a.numel(), b.numel()) - common);
}

DecisionReplay::DecisionReplay(const graph::Graph& graph)
    : m_graph(graph)
{
    for (const auto& node : graph.nodes())
        if (const auto output = decisionOutput(node))
            m_nodes.push_back({node.id, *output, node.outputs[*output]});
}

std::vector<results::FlippedDecision> DecisionReplay::uncounted() const
{
    std::vector<results::FlippedDecision> counts;
    for (const auto& decision : m_nodes)
        counts.push_back({m_graph.node(decision.node).name, m_graph.node(decision.node).opType});
    return counts;
}

runs::Interceptor DecisionReplay::like(const runs::WhatIf& baseline,
                                       std::vector<results::FlippedDecision>* counts) const
{
    const auto decide = [this, &baseline, counts](const runs::ValueEvent& event) -> std::optional<runs::Tensor> {
        if (&event.graph != &m_graph)
            return std::nullopt;
        const auto found = std::ranges::find(m_nodes, event.node.id, &Decision::node);
        if (found == m_nodes.end())
            return std::nullopt;
        const auto& indices = baseline.tensor(found->indices);
        if (counts && event.output == found->output && indices.isDefined()) {
            auto& count = (*counts)[std::size_t(found - m_nodes.begin())];
            count.indices += std::uint64_t(indices.data.numel());
            count.flipped += flippedCount(indices, event.tensor);
        }
        return decidedAs(event, indices);
    };
    return {decide, nodesIn(m_graph, m_nodes)};
}

PairedDecisions::PairedDecisions(const graph::Graph& baseline, const graph::Graph& analysis,
                                 runs::ValueSource& baselineRun)
    : m_analysis(analysis)
    , m_baselineRun(baselineRun)
{
    const auto isDecision = [](const graph::Node& node) { return decisionOutput(node).has_value(); };
    if (std::ranges::none_of(analysis.nodes(), isDecision))
        return;
    const auto partners = nodePartners(baseline, analysis);
    for (const auto& node : analysis.nodes()) {
        const auto output = decisionOutput(node);
        const auto partner = partners.find(node.id);
        if (!output || partner == partners.end())
            continue;
        const auto& decider = baseline.node(partner->second);
        if (decider.opType != node.opType || decisionOutput(decider) != output)
            continue;
        m_pairs.push_back({node.id, *output, decider.outputs[*output]});
        m_counts.push_back({decider.name, decider.opType});
    }
}

runs::Interceptor PairedDecisions::replay()
{
    for (const auto& pair : m_pairs)
        m_baselineRun.keep(pair.indices);
    const auto decide = [this](const runs::ValueEvent& event) -> std::optional<runs::Tensor> {
        if (&event.graph != &m_analysis)
            return std::nullopt;
        const auto found = std::ranges::find(m_pairs, event.node.id, &Pair::node);
        if (found == m_pairs.end())
            return std::nullopt;
        m_baselineRun.advanceTo(m_baselineRun.readyAfter(found->indices));
        const auto indices = m_baselineRun.tensor(found->indices);
        if (event.output == found->output && indices.isDefined()) {
            auto& count = m_counts[std::size_t(found - m_pairs.begin())];
            count.indices += std::uint64_t(indices.data.numel());
            count.flipped += flippedCount(indices, event.tensor);
        }
        return decidedAs(event, indices);
    };
    return {decide, nodesIn(m_analysis, m_pairs)};
}

} // namespace ql::analysis
