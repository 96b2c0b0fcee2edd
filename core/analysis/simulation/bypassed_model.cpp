// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/simulation/bypassed_model.h"

#include "core/analysis/matching/model_weights.h"
#include "core/analysis/matching/node_partners.h"
#include "core/analysis/matching/paired_inputs.h"
#include "core/analysis/matching/weight_matching.h"
#include "core/base/error.h"
#include "core/graph/ir/graph_copy.h"
#include "core/graph/ir/topology.h"
#include "core/graph/operators/operator_traits.h"
#include "core/ops/tensor.h"

#include <algorithm>
#include <fmt/format.h>

namespace ql::analysis {

namespace {

/// What does by itself what a quantizer does whose range begins at zero.
std::string clampingOperator()
{
    return graph::standardOperator(
        [](const graph::OperatorTraits& traits) { return traits.clamp == graph::Clamp::AtZero; });
}

using graph::Graph;
using graph::Node;
using graph::NodeId;
using graph::ValueId;

constexpr int kReluOpset = 14;

/// The weights of the analysis model as real numbers, the baseline's own where it has the same one.
class RealWeights {
public:
    RealWeights(const Graph& baseline, const Graph& analysis, const quant::NodePartners& partners)
        : m_baseline(baseline)
        , m_analysis(analysis)
        , m_partners(m_analysis.all().size(), nullptr)
    {
        const auto matches = matchWeights(m_baseline.all(), m_analysis.all(), partners);
        for (std::size_t b = 0; b < matches.size(); ++b)
            if (!matches[b].info.rule.empty())
                m_partners[matches[b].partner] = &m_baseline.all()[b];
    }

    /// Nothing for a weight that the baseline lacks.
    std::optional<ops::Tensor> of(const Graph& graph, ValueId dequantized) const
    {
        const auto& name = graph.value(dequantized).name;
        for (std::size_t a = 0; a < m_partners.size(); ++a) {
            const auto& own = m_analysis.all()[a];
            if (m_partners[a] && std::ranges::find(own.aliases, name) != own.aliases.end())
                return asStored(own, *m_partners[a]);
        }
        return std::nullopt;
    }

private:
    static std::optional<ops::Tensor> asStored(const ModelWeight& own, const ModelWeight& partner)
    {
        auto numbers = partner.read();
        if (areSwapped(own, partner) && numbers.dim() >= 2)
            numbers = numbers.transpose(-1, -2);
        if (numbers.numel() != static_cast<std::int64_t>(graph::elementCount(own.shape)))
            return std::nullopt;
        return ops::Tensor(numbers.reshape(own.shape).contiguous());
    }

    ModelWeights m_baseline;
    ModelWeights m_analysis;
    std::vector<const ModelWeight*> m_partners; ///< by weight of the analysis model
};

class Bypass {
public:
    Bypass(const Graph& baseline, const Graph& analysis)
        : m_baseline(baseline)
        , m_analysis(analysis)
        , m_baselineNodes(nodePartners(baseline, analysis))
        , m_weights(baseline, analysis, m_baselineNodes)
    {
    }

    BypassedModel make()
    {
        for (const auto& node : m_analysis.nodes())
            if (node.opType == "DequantizeLinear")
                findSource(node);
        keepIntegerOperators();
        if (m_sources.empty() && m_constants.empty())
            throw Error(ErrorCode::InvalidGraph, "the analysis model has no quantizer that can be bypassed",
                        "is it quantized?");
        dropIdleQuantizers();
        nameEnds();
        m_result.graph = graph::copyGraph(m_analysis, m_edits);
        addBypasses();
        for (const auto& node : m_analysis.nodes())
            if (const auto copied = m_result.graph.findNode(node.name))
                m_result.partners.nodes.emplace(node.id, *copied);
        for (const auto& [a, b] : m_baselineNodes)
            if (const auto copied = m_result.partners.nodes.find(a); copied != m_result.partners.nodes.end())
                m_result.layers.emplace(copied->second, m_baseline.node(b).name);
        for (std::size_t i = 0; i < m_analysis.outputs().size(); ++i)
            m_result.partners.outputs.emplace_back(i, i);
        return std::move(m_result);
    }

private:
    void findSource(const Node& dequantize)
    {
        const auto output = dequantize.outputs.at(0);
        const auto integers = dequantize.inputs.at(0);
        if (m_analysis.constantOf(integers)) {
            if (auto weight = m_weights.of(m_analysis, output)) {
                m_constants.emplace(output, std::move(*weight));
                m_edits.droppedNodes.insert(dequantize.id);
            } else {
                m_result.kept.push_back(fmt::format("{}, a weight that the baseline lacks", dequantize.description()));
            }
            return;
        }
        const auto maker = m_analysis.value(integers).producer;
        if (!maker.isValid() || m_analysis.node(maker).opType != "QuantizeLinear") {
            m_result.kept.push_back(fmt::format("{}, whose integers no quantizer makes", dequantize.description()));
            return;
        }
        m_sources.emplace(output, m_analysis.node(maker).inputs.at(0));
        m_edits.droppedNodes.insert(dequantize.id);
        m_clamps.emplace(output, beginsAtZero(dequantize));
    }

    /// What they read and give is quantized as part of what they compute. @throws Error if nothing else is
    void keepIntegerOperators()
    {
        std::vector<Message> found;
        for (const auto& node : m_analysis.nodes())
            if (graph::isIntegerOperator(node))
                found.push_back(node.description());
        if (!found.empty() && m_sources.empty() && m_constants.empty())
            throw Error(ErrorCode::InvalidGraph,
                        Message("{} of its nodes compute in integers ({}, for example), and have no form without "
                                "their quantizers",
                                found.size(), found.front()));
        for (const auto& node : found)
            m_result.kept.push_back(fmt::format("{}, which computes in integers", node));
    }

    void dropIdleQuantizers()
    {
        const auto isDropped = [this](NodeId reader) { return m_edits.droppedNodes.contains(reader); };
        for (const auto& node : m_analysis.nodes()) {
            if (node.opType != "QuantizeLinear")
                continue;
            const auto& outputs = m_analysis.outputs();
            if (std::ranges::find(outputs, node.outputs.at(0)) == outputs.end()
                && std::ranges::all_of(m_analysis.value(node.outputs[0]).consumers, isDropped))
                m_edits.droppedNodes.insert(node.id);
        }
    }

    bool beginsAtZero(const Node& dequantize) const
    {
        const auto zero = dequantize.inputs.size() > 2 ? dequantize.inputs[2] : ValueId{};
        const auto* data = m_analysis.constantOf(zero);
        const auto numbers = data ? data->toDoubles() : std::vector<double>{};
        const auto lowest = data ? double(graph::lowestOf(data->type())) : 0.0;
        return !zero.isValid()
               || (data && std::ranges::all_of(numbers, [lowest](double number) { return number == lowest; }));
    }

    void nameEnds()
    {
        const auto outputs = pairOutputs(m_baseline, m_analysis);
        for (std::size_t i = 0; i < outputs.size(); ++i)
            if (outputs[i])
                rename(m_analysis.outputs()[*outputs[i]], m_baseline.value(m_baseline.outputs()[i]).name);
        const auto inputs = pairInputs(m_baseline, m_analysis);
        for (std::size_t i = 0; i < inputs.size(); ++i)
            if (inputs[i])
                rename(m_analysis.inputs()[*inputs[i]], m_baseline.value(m_baseline.inputs()[i]).name);
    }

    /// Another value of that name makes way.
    void rename(ValueId value, const std::string& name)
    {
        if (const auto other = m_analysis.findValue(name); other && *other != value)
            m_edits.names.emplace(*other, name + "@analysis");
        m_edits.names.insert_or_assign(value, name);
    }

    /// What stands behind bypassed quantizers, one after the other.
    ValueId sourceOf(ValueId value) const
    {
        for (auto at = m_sources.find(value); at != m_sources.end() && !m_clamps.at(value); at = m_sources.find(value))
            value = at->second;
        return value;
    }

    void addBypasses()
    {
        auto& graph = m_result.graph;
        for (const auto& [output, weight] : m_constants)
            graph.setInitializer(output, ops::toTensorData(weight));
        for (const auto& [output, source] : m_sources) {
            const auto real = sourceOf(output);
            const bool isOutput = std::ranges::find(graph.outputs(), output) != graph.outputs().end();
            if (real != output && !isOutput) {
                letRead(output, real);
                continue;
            }
            const bool isClamped = m_clamps.at(output);
            const auto& quantizer = m_analysis.node(m_analysis.value(output).producer);
            graph::NodeSpec spec{
                .name = quantizer.name, .opType = isClamped ? clampingOperator() : "Identity", .opset = kReluOpset};
            spec.scope = quantizer.scope;
            spec.inputs = {sourceOf(source)};
            spec.outputs = {output};
            const auto added = graph.addNode(std::move(spec));
            nameAfterMaker(added, source);
        }
    }

    void letRead(ValueId output, ValueId real)
    {
        auto& graph = m_result.graph;
        const auto readers = graph.value(output).consumers;
        for (const auto reader : readers)
            for (std::size_t slot = 0; slot < graph.node(reader).inputs.size(); ++slot)
                if (graph.node(reader).inputs[slot] == output)
                    graph.setNodeInput(reader, slot, real);
    }

    /// A clamp belongs to the layer whose values it clamps.
    void nameAfterMaker(NodeId added, ValueId source)
    {
        const auto maker = m_analysis.value(source).producer;
        const auto known = maker.isValid() ? m_baselineNodes.find(maker) : m_baselineNodes.end();
        if (known != m_baselineNodes.end())
            m_result.layers.emplace(added, m_baseline.node(known->second).name);
        else if (maker.isValid())
            m_result.layers.emplace(added, m_analysis.node(maker).name);
    }

    const Graph& m_baseline;
    const Graph& m_analysis;
    quant::NodePartners m_baselineNodes;
    RealWeights m_weights;
    std::map<ValueId, ValueId> m_sources; ///< what a bypassed quantizer gives → what it reads
    std::map<ValueId, bool> m_clamps;     ///< the same → whether its range begins at zero
    std::map<ValueId, ops::Tensor> m_constants;
    graph::CopyEdits m_edits;
    BypassedModel m_result;
};

} // namespace

BypassedModel bypassQuantizers(const Graph& baseline, const Graph& analysis)
{
    return Bypass(baseline, analysis).make();
}

} // namespace ql::analysis
