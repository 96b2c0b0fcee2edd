// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/quantized_graph/quantized_graph.h"

#include "core/graph/ir/graph_copy.h"
#include "core/graph/ir/open_bodies.h"
#include "core/graph/ir/topology.h"
#include "core/graph/operators/operator_traits.h"
#include "core/quant/fake_quantization.h"
#include "core/quant/quantized_graph/early_quantizers.h"
#include "core/quant/quantized_graph/integer_form.h"
#include "core/quant/quantized_graph/integer_sums.h"
#include "core/quant/quantized_graph/planned_integers.h"
#include "core/quant/quantized_graph/quantized_parts.h"
#include "core/quant/quantized_graph/quantized_weights.h"

#include <algorithm>
#include <unordered_map>

namespace ql::quant {

namespace {

using graph::Graph;
using graph::IntegerForm;
using graph::Node;
using graph::ValueId;

graph::CopyEdits withoutNodes(const Graph& graph)
{
    graph::CopyEdits edits;
    for (const auto& node : graph.nodes())
        edits.droppedNodes.insert(node.id);
    return edits;
}

/// Goes through the float graph in order. A planned value exists as integers, in float as it is before its quantizer,
/// and in float as its readers see it; each of these is made when someone first asks for it.
class QOperatorBuilder {
public:
    QOperatorBuilder(const Graph& source, const QuantPlan& plan, QuantizedWeights& weights)
        : m_source(source)
        , m_plan(withEarlyQuantizers(source, plan))
        , m_weights(weights)
        , m_planned(source, m_plan)
        , m_graph(graph::copyGraph(source, withoutNodes(source)))
        , m_parts(source, m_graph)
    {
        graph::addOpenBodies(m_graph, source);
        for (const auto& bias : m_plan.biases)
            m_biases.emplace(bias.node, &bias);
    }

    Graph build()
    {
        for (const auto id : graph::topologicalOrder(m_source))
            if (!m_absorbed.contains(id))
                add(m_source.node(id));
        for (std::size_t i = 0; i < m_source.outputs().size(); ++i)
            m_graph.setOutput(i, floatsOf(m_source.outputs()[i]));
        return std::move(m_graph);
    }

private:
    const PlannedQuantizer* quantizerOf(ValueId value) const { return m_planned.quantizerOf(value); }
    bool isConstant(ValueId value) const { return m_planned.isConstant(value); }

    /// Only an operator of our own takes more than 8 bits.
    bool needsOwn(std::initializer_list<ValueId> values) const
    {
        return std::ranges::any_of(values, [this](ValueId value) { return m_planned.isWide(value); });
    }

    ScaleValues scalesOf(ValueId value) { return m_parts.sharedParameters(m_plan, m_planned.indexOf(value)); }

    /// In float, before the quantizer.
    ValueId rawOf(ValueId value) const
    {
        const auto raw = m_unquantized.find(value);
        return raw == m_unquantized.end() ? value : raw->second;
    }

    /// The integers of a planned value.
    ValueId integersOf(ValueId value)
    {
        if (const auto known = m_integers.find(value); known != m_integers.end())
            return known->second;
        const auto& quantizer = *quantizerOf(value);
        const auto& name = m_source.value(value).name;
        ValueId integers;
        if (isConstant(value)) {
            integers =
                m_graph.addInitializer(m_parts.freeName(name + "_quantized"), m_weights.of(m_planned.indexOf(value)));
        } else {
            auto input = rawOf(value);
            if (!quantizer.settings.format.fillsStorage())
                input = m_parts.addClip(name, input, m_planned.parametersOf(value), quantizer.settings.format);
            integers = m_parts.addQuantize(name, input, scalesOf(value), quantizer.settings.format.storage());
        }
        m_integers[value] = integers;
        return integers;
    }

    /// What the value's readers see in float: dequantized where it is planned.
    ValueId floatsOf(ValueId value)
    {
        const auto* quantizer = quantizerOf(value);
        if (!quantizer)
            return value;
        if (const auto known = m_floats.find(value); known != m_floats.end())
            return known->second;
        const auto& name = m_source.value(value).name;
        if (quantizer->settings.number)
            return m_floats[value] = m_parts.addRounding(name, rawOf(value), m_plan, m_planned.indexOf(value),
                                                         m_unquantized.contains(value) ? value : ValueId{});
        const auto integers = integersOf(value);
        const auto type = m_graph.value(integers).type;
        if (m_source.value(value).producer.isValid())
            return m_floats[value] = m_parts.addDequantizeInto(name, integers, scalesOf(value), type, value);
        return m_floats[value] = m_parts.addDequantize(name, integers, scalesOf(value), type, quantizer->channelAxis);
    }

    void add(const Node& node)
    {
        if (!node.domain.empty() || graph::hasOpenBodies(m_source, node.id)
            || !addOnIntegers(node, graph::traitsOf(node).integerForm))
            addFloat(node);
    }

    /// False when the node has to stay in float.
    bool addOnIntegers(const Node& node, IntegerForm form)
    {
        switch (form) {
        case IntegerForm::Convolution: return addConvolution(node);
        case IntegerForm::Gemm:
        case IntegerForm::MatMul: return addProduct(node, form == IntegerForm::Gemm);
        case IntegerForm::ElementWise:
        case IntegerForm::Choice: return addElementWise(node, form == IntegerForm::Choice);
        case IntegerForm::Joined: return addConcat(node);
        case IntegerForm::Unary:
        case IntegerForm::WholeLevels: return addUnary(node, form == IntegerForm::WholeLevels);
        case IntegerForm::Moved: return addMoving(node);
        case IntegerForm::None: break;
        }
        return false;
    }

    /// The value whose quantizer takes the node's sums; a clamp before it is thereby done.
    ValueId requantizedOutput(const Node& node)
    {
        const auto taken = m_planned.takenBy(node);
        if (taken.clamp.isValid())
            m_absorbed.insert(taken.clamp);
        return taken.value;
    }

    /// Operand, scale, zero point.
    void append(std::vector<ValueId>& inputs, ValueId value)
    {
        const auto scales = scalesOf(value);
        inputs.insert(inputs.end(), {integersOf(value), scales.scale, scales.zeroPoint});
    }

    void appendScales(std::vector<ValueId>& inputs, ValueId value)
    {
        const auto scales = scalesOf(value);
        inputs.insert(inputs.end(), {scales.scale, scales.zeroPoint});
    }

    void addInteger(const Node& node, const char* prefix, const char* domain, std::vector<ValueId> inputs,
                    ValueId output)
    {
        graph::NodeSpec spec;
        spec.name = node.name;
        spec.hasMadeUpName = node.hasMadeUpName;
        spec.scope = node.scope;
        spec.body = node.body;
        spec.opType = prefix + node.opType;
        spec.domain = domain;
        spec.inputs = std::move(inputs);
        spec.attributes = integerAttributes(node);
        if (spec.domain == kOwnDomain)
            spec.attributes.set("bits", std::int64_t(quantizerOf(output)->settings.format.bits));
        m_integers[output] =
            m_parts.addNode(std::move(spec), m_source.value(output).name + "_quantized",
                            quantizerOf(output)->settings.format.storage(), m_source.value(output).shape);
    }

    bool hasPlannedBias(const Node& node) const
    {
        return node.inputs.size() < 3 || !node.inputs[2].isValid() || m_biases.contains(node.id);
    }

    /// In int32; nothing where the layer has none. @pre hasPlannedBias(node)
    std::optional<graph::TensorData> biasOf(const Node& node) const
    {
        const auto planned = m_biases.find(node.id);
        if (planned == m_biases.end())
            return std::nullopt;
        return quantizedBias(*m_source.constantOf(node.inputs[2]), biasScales(m_plan, *planned->second));
    }

    ValueId addBias(const Node& node)
    {
        const auto bias = biasOf(node);
        return bias
                   ? m_graph.addInitializer(m_parts.freeName(m_source.value(node.inputs[2]).name + "_quantized"), *bias)
                   : ValueId{};
    }

    IntegerFactor factorOf(ValueId value)
    {
        return {integersOf(value), scalesOf(value), m_planned.parametersOf(value), isConstant(value)};
    }

    /// Where nobody takes what comes out as integers.
    bool addSums(const Node& node)
    {
        const IntegerSums sums{node, factorOf(node.inputs[0]), factorOf(node.inputs[1]), biasOf(node),
                               needsOwn({node.inputs[0], node.inputs[1]})};
        addIntegerSums(m_graph, m_parts, sums, addFloatOutput(node.outputs[0]));
        return true;
    }

    bool addConvolution(const Node& node)
    {
        if (!m_planned.isInteger(node.inputs.at(0)) || !m_planned.isByteWeight(node.inputs.at(1), 0)
            || !hasPlannedBias(node))
            return false;
        const auto output = requantizedOutput(node);
        if (!output.isValid())
            return addSums(node);
        std::vector<ValueId> inputs;
        append(inputs, node.inputs[0]);
        append(inputs, node.inputs[1]);
        appendScales(inputs, output);
        if (const auto bias = addBias(node); bias.isValid())
            inputs.push_back(bias);
        addInteger(node, "QLinear", needsOwn({node.inputs[0], output}) ? kOwnDomain : "", std::move(inputs), output);
        return true;
    }

    bool addProduct(const Node& node, bool isGemm)
    {
        const auto weight = node.inputs.at(1);
        const auto axis = graph::weightChannelAxis(m_source, node);
        const bool isPlain =
            node.attributes.floatOr("alpha", 1.0) == 1.0 && node.attributes.floatOr("beta", 1.0) == 1.0;
        if (!isPlain || !m_planned.isInteger(node.inputs.at(0))
            || !(isConstant(weight) ? m_planned.isByteWeight(weight, axis) : m_planned.isInteger(weight))
            || isConstant(node.inputs.at(0)) || !hasPlannedBias(node))
            return false;
        const auto output = requantizedOutput(node);
        if (!output.isValid())
            return addSums(node);
        std::vector<ValueId> inputs;
        append(inputs, node.inputs[0]);
        append(inputs, weight);
        if (isGemm)
            inputs.push_back(addBias(node));
        appendScales(inputs, output);
        const auto* domain = needsOwn({node.inputs[0], weight, output}) ? kOwnDomain : isGemm ? kMicrosoft : "";
        addInteger(node, isGemm ? "Q" : "QLinear", domain, std::move(inputs), output);
        return true;
    }

    bool addElementWise(const Node& node, bool isChoice)
    {
        const auto operands = std::span(node.inputs).last(2);
        const bool isWide = needsOwn({operands[0], operands[1], node.outputs.at(0)});
        if (!m_planned.areAlike(operands, node.outputs.at(0)) || (isWide && isChoice))
            return false;
        std::vector<ValueId> inputs;
        if (isChoice)
            inputs.push_back(floatsOf(node.inputs[0]));
        for (const auto operand : operands)
            append(inputs, operand);
        appendScales(inputs, node.outputs[0]);
        addInteger(node, "QLinear", isWide ? kOwnDomain : kMicrosoft, std::move(inputs), node.outputs[0]);
        return true;
    }

    bool addConcat(const Node& node)
    {
        if (!m_planned.areAlike(node.inputs, node.outputs.at(0)) || m_planned.isWide(node.outputs[0]))
            return false;
        std::vector<ValueId> inputs;
        appendScales(inputs, node.outputs[0]);
        for (const auto input : node.inputs)
            append(inputs, input);
        addInteger(node, "QLinear", kMicrosoft, std::move(inputs), node.outputs[0]);
        return true;
    }

    bool addUnary(const Node& node, bool hasWholeLevels)
    {
        if (!m_planned.areAlike(std::span(node.inputs).first(1), node.outputs.at(0))
            || m_planned.isWide(node.outputs[0]) || !hasIntegerForm(node, m_planned.parametersOf(node.outputs[0])))
            return false;
        std::vector<ValueId> inputs;
        append(inputs, node.inputs[0]);
        if (hasWholeLevels)
            appendWholeLevels(inputs, node.outputs[0]);
        else
            appendScales(inputs, node.outputs[0]);
        addInteger(node, "QLinear", kMicrosoft, std::move(inputs), node.outputs[0]);
        return true;
    }

    void appendWholeLevels(std::vector<ValueId>& inputs, ValueId value)
    {
        const auto scales = m_parts.addParameters(m_source.value(value).name + "_levels",
                                                  withWholeLevels(m_planned.parametersOf(value)),
                                                  quantizerOf(value)->settings.format.storage());
        inputs.insert(inputs.end(), {scales.scale, scales.zeroPoint});
    }

    /// Moves the integers themselves when what comes out has the parameters of what goes in.
    bool addMoving(const Node& node)
    {
        const auto input = node.inputs.empty() ? ValueId{} : node.inputs[0];
        // A pool of windows knows no more than 8 bits.
        if (!m_planned.isInteger(input) || isConstant(input)
            || (m_planned.isWide(input) && graph::traitsOf(node).isPooling))
            return false;
        const auto decider = m_plan.decider(m_planned.indexOf(input));
        for (const auto output : node.outputs)
            if (!m_planned.isInteger(output) || m_plan.decider(m_planned.indexOf(output)) != decider)
                return false;
        auto spec = graph::specOf(m_source, node);
        spec.inputs[0] = integersOf(input);
        spec.outputs.clear();
        for (const auto output : node.outputs) {
            const auto& value = m_source.value(output);
            m_integers[output] = m_graph.addValue(m_parts.freeName(value.name + "_quantized"),
                                                  quantizerOf(output)->settings.format.storage(), value.shape);
            spec.outputs.push_back(m_integers[output]);
        }
        m_graph.addNode(std::move(spec));
        return true;
    }

    /// What a node makes in float of @p output: it, or what its quantizer reads.
    ValueId addFloatOutput(ValueId output)
    {
        if (!quantizerOf(output))
            return output;
        const auto& value = m_source.value(output);
        return m_unquantized[output] =
                   m_graph.addValue(m_parts.freeName(value.name + "_QuantizeLinear_Input"), value.type, value.shape);
    }

    void addFloat(const Node& node)
    {
        auto spec = graph::specOf(m_source, node);
        spec.inputs.clear();
        spec.outputs.clear();
        for (const auto captured : node.captures)
            if (!isConstant(captured)) // a body reads a value by its id: what is made into it must stand before
                floatsOf(captured);
        for (const auto input : node.inputs)
            spec.inputs.push_back(input.isValid() ? floatsOf(input) : input);
        for (const auto output : node.outputs)
            spec.outputs.push_back(addFloatOutput(output));
        const auto added = m_graph.addNode(std::move(spec));
        for (std::size_t i = 0; i < node.captures.size() && graph::hasOpenBodies(m_source, node.id); ++i)
            if (!isConstant(node.captures[i]) && floatsOf(node.captures[i]) != node.captures[i])
                m_graph.setNodeInput(added, node.inputs.size() + i, floatsOf(node.captures[i]));
    }

    const Graph& m_source;
    QuantPlan m_plan;
    QuantizedWeights& m_weights;
    PlannedIntegers m_planned;
    Graph m_graph;
    QuantizedParts m_parts;
    std::unordered_map<graph::NodeId, const PlannedBias*> m_biases;
    std::unordered_map<ValueId, ValueId> m_integers;
    std::unordered_map<ValueId, ValueId> m_unquantized; ///< float, before the quantizer
    std::unordered_map<ValueId, ValueId> m_floats;      ///< float, behind the dequantizer
    std::set<graph::NodeId> m_absorbed;
};

} // namespace

Graph qoperatorGraph(const Graph& graph, const QuantPlan& plan)
{
    QuantizedWeights weights(graph, plan);
    return qoperatorGraph(graph, plan, weights);
}

Graph qoperatorGraph(const Graph& graph, const QuantPlan& plan, QuantizedWeights& weights)
{
    return QOperatorBuilder(graph, plan, weights).build();
}

} // namespace ql::quant
