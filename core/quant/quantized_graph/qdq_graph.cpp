// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/quantized_graph/quantized_graph.h"

#include "core/graph/ir/graph_copy.h"
#include "core/graph/ir/open_bodies.h"
#include "core/quant/fake_quantization.h"
#include "core/quant/quantized_graph/quantized_parts.h"
#include "core/quant/quantized_graph/quantized_weights.h"

#include <algorithm>

namespace ql::quant {

namespace {

using graph::Graph;
using graph::ValueId;

class QdqBuilder {
public:
    QdqBuilder(const Graph& source, const QuantPlan& plan, QuantizedWeights& weights)
        : m_source(source)
        , m_plan(plan)
        , m_weights(weights)
        , m_graph(graph::copyGraph(source, {.names = renamedOutputs()}))
        , m_parts(source, m_graph)
    {
    }

    Graph build()
    {
        for (std::size_t i = 0; i < m_plan.quantizers.size(); ++i)
            if (m_plan.quantizers[i].settings.number)
                addRounding(m_plan.quantizers[i].value, i);
            else if (m_plan.quantizers[i].role == QuantizerRole::Weight)
                addWeight(m_plan.quantizers[i], i);
            else
                addActivation(m_plan.quantizers[i], i);
        for (const auto& bias : m_plan.biases)
            addBias(bias);
        return std::move(m_graph);
    }

private:
    /// A graph output keeps its name for what leaves the graph; what was it becomes the quantizer's input.
    std::unordered_map<ValueId, std::string> renamedOutputs() const
    {
        std::unordered_map<ValueId, std::string> names;
        for (const auto output : m_source.outputs())
            if (m_plan.find(output) && m_source.value(output).producer.isValid())
                names[output] = m_source.value(output).name + "_QuantizeLinear_Input";
        return names;
    }

    /// Everyone but closed bodies who reads @p value reads @p replacement instead.
    void redirect(ValueId value, ValueId replacement)
    {
        const auto readers = m_source.value(value).consumers;
        for (const auto reader : readers) {
            const auto& node = m_source.node(reader);
            const auto copied = *m_graph.findNode(node.name);
            const auto reads = graph::replaceableReads(m_source, node);
            for (std::size_t slot = 0; slot < reads.size(); ++slot)
                if (reads[slot] == value)
                    m_graph.setNodeInput(copied, slot, replacement);
        }
        for (std::size_t i = 0; i < m_source.outputs().size(); ++i)
            if (m_source.outputs()[i] == value)
                m_graph.setOutput(i, replacement);
    }

    /// What leaves the graph has the name already.
    void addRounding(ValueId value, std::size_t index)
    {
        const auto& name = m_source.value(value).name;
        const bool isOutput = m_graph.value(value).name != name;
        const auto output =
            isOutput ? m_graph.addValue(name, graph::DataType::Float, m_graph.value(value).shape) : ValueId{};
        redirect(value, m_parts.addRounding(name, value, m_plan, index, output));
    }

    void addWeight(const PlannedQuantizer& quantizer, std::size_t index)
    {
        const auto& name = m_source.value(quantizer.value).name;
        const auto& parameters = m_plan.parametersOf(index);
        const auto& integers = m_weights.of(index);
        const auto type = integers.type();
        const auto quantized = m_graph.addInitializer(m_parts.freeName(name + "_quantized"), integers);
        redirect(quantizer.value, m_parts.addDequantize(name, quantized, m_parts.addParameters(name, parameters, type),
                                                        type, quantizer.channelAxis));
    }

    void addActivation(const PlannedQuantizer& quantizer, std::size_t index)
    {
        const auto& name = m_source.value(quantizer.value).name;
        const auto& format = quantizer.settings.format;
        const auto scales = m_parts.sharedParameters(m_plan, index);
        auto input = quantizer.value;
        if (!format.fillsStorage())
            input = m_parts.addClip(name, input, m_plan.parametersOf(index), format);
        const auto quantized = m_parts.addQuantize(name, input, scales, format.storage());
        const bool isOutput = m_graph.value(quantizer.value).name != name;
        redirect(quantizer.value,
                 m_parts.addDequantize(name, quantized, scales, format.storage(), {}, isOutput ? name : std::string()));
    }

    void addBias(const PlannedBias& bias)
    {
        const auto& node = m_source.node(bias.node);
        const auto& values = *m_source.constantOf(node.inputs[bias.slot]);
        const auto name = m_source.value(node.inputs[bias.slot]).name;
        const auto scales = biasScales(m_plan, bias);
        const Parameters parameters{scales, std::vector<std::int32_t>(scales.size(), 0), {}};
        const auto quantized =
            m_graph.addInitializer(m_parts.freeName(name + "_quantized"), quantizedBias(values, scales));
        const auto axis = std::int64_t(values.shape().size()) - 1;
        const auto scaleValues = m_parts.addParameters(name, parameters, graph::DataType::Int32);
        const auto floats = m_parts.addDequantize(name, quantized, scaleValues, graph::DataType::Int32, axis);
        m_graph.setNodeInput(*m_graph.findNode(node.name), bias.slot, floats);
    }

    const Graph& m_source;
    const QuantPlan& m_plan;
    QuantizedWeights& m_weights;
    Graph m_graph;
    QuantizedParts m_parts;
};

} // namespace

Graph qdqGraph(const Graph& graph, const QuantPlan& plan)
{
    QuantizedWeights weights(graph, plan);
    return qdqGraph(graph, plan, weights);
}

Graph qdqGraph(const Graph& graph, const QuantPlan& plan, QuantizedWeights& weights)
{
    return QdqBuilder(graph, plan, weights).build();
}

} // namespace ql::quant
