// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layers/layers.h"

#include "core/analysis/layers/added_bias.h"
#include "core/analysis/layers/quantizer_lookup.h"
#include "core/graph/ir/topology.h"
#include "core/graph/operators/channel_order.h"
#include "core/graph/operators/operator_traits.h"
#include "core/ops/quantization/packed_weights.h"
#include "core/quant/quantized_graph/fake_quantizers.h"
#include "core/quant/quantized_graph/moved_constants.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <string_view>
#include <unordered_set>

namespace ql::analysis {

namespace {

using graph::Arithmetic;
using graph::NodeId;
using graph::OpKind;
using graph::ValueId;

/// How ONNX Runtime names quantizers: after the value that they quantize. It renames what they give.
constexpr std::string_view kNamedQuantizer = "_QuantizeLinear";

ValueId firstOf(const std::vector<ValueId>& values)
{
    return values.empty() ? ValueId{} : values.front();
}

class Collector {
public:
    Collector(const graph::Graph& graph, const graph::Graph* partner)
        : m_graph(graph)
        , m_leavesBiases(partner && addsToProducts(*partner))
        , m_order(graph::topologicalOrder(graph))
        , m_quantizers(quantizersByValue(graph, m_order))
        , m_layerOf(graph.valueCount(), kNone)
        , m_isParameter(graph.valueCount(), false)
        , m_isFolded(graph.nodeCount(), false)
        , m_isOutput(graph.valueCount(), false)
        , m_isChannelsLast(graph::valuesWithChannelsLast(graph))
    {
    }

    std::vector<Layer> collect()
    {
        for (const auto output : m_graph.outputs()) {
            m_isOutput[output.position()] = true;
            m_outputNames.insert(m_graph.value(output).name);
        }
        for (const auto& handed : m_graph.handedThrough())
            m_handed.emplace(handed.value, &handed.name);
        for (const auto& value : m_graph.values())
            if (value.initializer)
                m_isParameter[static_cast<std::size_t>(&value - m_graph.values().data())] = true;
        m_layers.reserve(m_graph.inputs().size() + m_order.size());
        for (const auto input : m_graph.inputs())
            addInput(input);
        for (const auto id : m_order)
            visit(m_graph.node(id));
        return std::move(m_layers);
    }

private:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    void addInput(ValueId input)
    {
        Layer layer;
        layer.own = input;
        layer.name = m_graph.value(input).name;
        layer.opType = "Input";
        layer.kind = OpKind::Cast;
        add(std::move(layer));
    }

    /// What a body is given comes from its owner's inputs, or from the turn before: the first turn's makers stand for
    /// all. Counted from the end: a Loop gives a turn's number where it takes how many there are, or nothing.
    void enter(const graph::OpenBody& body)
    {
        const auto& given = m_graph.node(body.owner).inputs;
        for (std::size_t i = 0; i < std::min(given.size(), body.inputs.size()); ++i) {
            const auto outer = given[given.size() - 1 - i];
            if (outer.isValid())
                m_layerOf[body.inputs[body.inputs.size() - 1 - i].position()] = m_layerOf[outer.position()];
        }
    }

    void visit(const graph::Node& node)
    {
        if (node.body.isValid())
            enter(m_graph.openBody(node.body));
        const OpKind kind = graph::opKind(node);
        const bool isConstant = kind == OpKind::Constant || dependsOnParametersOnly(node);
        if (isConstant)
            for (const auto output : node.outputs)
                if (output.isValid())
                    m_isParameter[output.position()] = true;
        if (kind == OpKind::Quantize || kind == OpKind::Dequantize) {
            passThrough(node);
            return;
        }
        if (m_isFolded[node.id.position()])
            return;
        for (std::size_t output = 0; output < node.outputs.size(); ++output)
            if (isUsed(node.outputs[output]) || isLoose(node, output))
                addNode(node, output, kind, isConstant);
    }

    /// Q and DQ are transparent; the run-time scale of a DynamicQuantizeLinear is as good as a parameter.
    void passThrough(const graph::Node& node)
    {
        const ValueId source = firstOf(node.inputs);
        const ValueId result = firstOf(node.outputs);
        if (source.isValid() && result.isValid())
            m_layerOf[result.position()] = m_layerOf[source.position()];
        for (std::size_t output = 1; output < node.outputs.size(); ++output)
            if (node.outputs[output].isValid())
                m_isParameter[node.outputs[output].position()] = true;
    }

    bool dependsOnParametersOnly(const graph::Node& node) const
    {
        const auto isParameter = [this](ValueId value) { return !value.isValid() || m_isParameter[value.position()]; };
        return !node.inputs.empty() && std::all_of(node.inputs.begin(), node.inputs.end(), isParameter)
               && std::all_of(node.captures.begin(), node.captures.end(), isParameter);
    }

    bool isUsed(ValueId value) const
    {
        return value.isValid() && (m_isOutput[value.position()] || !m_graph.value(value).consumers.empty());
    }

    /// Layers of a dump that doesn't say how they are connected.
    static bool isLoose(const graph::Node& node, std::size_t output)
    {
        return node.inputs.empty() && node.outputs[output].isValid();
    }

    void addNode(const graph::Node& node, std::size_t output, OpKind kind, bool isConstant)
    {
        Layer layer;
        layer.node = node.id;
        layer.own = node.outputs[output];
        layer.name = output == 0 ? node.name : fmt::format("{}:{}", node.name, output);
        layer.opType = node.qualifiedOpType();
        layer.hasMadeUpName = node.hasMadeUpName;
        layer.scope = node.scope;
        layer.kind = kind;
        layer.isConstant = isConstant;
        layer.run = {node.id};
        layer.computesQuantized = graph::isIntegerOperator(node) || ops::packsWeight(node) || ops::packsWholeLayer(node)
                                  || readsDequantizedWeight(node);
        if (graph::isIntegerOperator(node) && !m_quantizers[layer.own.position()])
            foldIntegerRun(layer);
        add(std::move(layer));
    }

    bool readsDequantizedWeight(const graph::Node& node) const
    {
        return std::any_of(node.inputs.begin(), node.inputs.end(), [this](ValueId input) {
            if (!input.isValid() || !m_isParameter[input.position()])
                return false;
            const NodeId producer = m_graph.value(quant::beforeMoves(m_graph, input)).producer;
            return producer.isValid() && graph::opKind(m_graph.node(producer)) == OpKind::Dequantize;
        });
    }

    const graph::Node* onlyConsumer(ValueId value) const
    {
        if (!value.isValid())
            return nullptr;
        const auto& consumers = m_graph.value(value).consumers;
        return consumers.size() == 1 && !m_isOutput[value.position()] ? &m_graph.node(consumers.front()) : nullptr;
    }

    /// Scales are made by nodes that execute before or after the product: judge them by what they read.
    bool isScaleArithmetic(ValueId value, int depth = 0) const
    {
        if (!value.isValid() || m_isParameter[value.position()])
            return true;
        const auto& producerId = m_graph.value(value).producer;
        if (!producerId.isValid() || depth > 4)
            return false;
        const auto& producer = m_graph.node(producerId);
        if (graph::opKind(producer) == OpKind::Quantize)
            return firstOf(producer.outputs) != value;
        return !producer.inputs.empty()
               && std::all_of(producer.inputs.begin(), producer.inputs.end(),
                              [this, depth](ValueId input) { return isScaleArithmetic(input, depth + 1); });
    }

    bool takesScaleBesides(const graph::Node& node, ValueId value) const
    {
        return std::all_of(node.inputs.begin(), node.inputs.end(),
                           [this, value](ValueId input) { return input == value || isScaleArithmetic(input); });
    }

    void fold(Layer& layer, const graph::Node& node)
    {
        m_isFolded[node.id.position()] = true;
        layer.run.push_back(node.id);
        layer.own = firstOf(node.outputs);
    }

    bool addsBias(const graph::Node& node, ValueId value) const
    {
        return graph::traitsNamed(node.opType).arithmetic == Arithmetic::Add && takesScaleBesides(node, value)
               && firstOf(node.outputs).isValid();
    }

    void foldIntegerRun(Layer& layer)
    {
        const auto* cast = onlyConsumer(layer.own);
        const auto* integerBias = cast && addsBias(*cast, layer.own) ? cast : nullptr;
        if (integerBias)
            cast = onlyConsumer(firstOf(integerBias->outputs));
        if (!cast || cast->opType != "Cast")
            return;
        const ValueId product = firstOf(cast->outputs);
        const auto* scaling = onlyConsumer(product);
        if (!scaling || graph::traitsNamed(scaling->opType).arithmetic != Arithmetic::Multiply
            || !takesScaleBesides(*scaling, product) || !firstOf(scaling->outputs).isValid())
            return;
        if (integerBias)
            fold(layer, *integerBias);
        fold(layer, *cast);
        fold(layer, *scaling);
        const auto* bias = onlyConsumer(layer.own);
        if (bias && !m_leavesBiases && addsBias(*bias, layer.own))
            fold(layer, *bias);
    }

    /// Chooses the tensor that the next layer sees, and collects its names.
    void findQuantizer(Layer& layer) const
    {
        layer.value = layer.own;
        layer.aliases = {m_graph.value(layer.own).name};
        const auto [begin, end] = m_handed.equal_range(layer.own);
        std::transform(begin, end, std::back_inserter(layer.aliases), [](const auto& each) { return *each.second; });
        if (const auto& quantizer = m_quantizers[layer.own.position()]) {
            layer.quantizer = quantizer;
            layer.isInteger = true;
            addDequantizedNames(layer, layer.own);
            return;
        }
        for (const auto id : m_graph.value(layer.own).consumers) {
            const auto& node = m_graph.node(id);
            const ValueId integers = firstOf(node.outputs);
            // What quantizes by its data's own range does so for the operator behind it.
            if (quant::isFakeQuantizer(node) && !quant::quantizesByOwnRange(node) && node.inputs.front() == layer.own) {
                layer.aliases.push_back(m_graph.value(integers).name);
                layer.quantizer = quant::fakeQuantizerOf(m_graph, node).parameters;
                layer.value = integers;
                layer.isInteger = false;
                return;
            }
            if (node.opType != "QuantizeLinear" || firstOf(node.inputs) != layer.own || !integers.isValid())
                continue;
            const ValueId dequantized = addDequantizedNames(layer, integers);
            layer.aliases.push_back(m_graph.value(integers).name);
            if (node.name.ends_with(kNamedQuantizer))
                layer.aliases.push_back(node.name);
            layer.quantizer = m_quantizers[integers.position()];
            if (dequantized.isValid()) {
                layer.value = dequantized;
                layer.isInteger = false;
                return;
            }
            layer.isInteger = layer.quantizer.has_value();
            layer.value = layer.isInteger ? integers : layer.own;
        }
    }

    /// Behind one quantizer comes another, of another range: what follows sees that one's.
    bool isRequantized(ValueId value) const
    {
        const auto& producer = m_graph.value(value).producer;
        const bool isDequantized = producer.isValid() && graph::opKind(m_graph.node(producer)) == OpKind::Dequantize;
        return (isDequantized || m_quantizers[value.position()]) && isReadByQuantizersOnly(value);
    }

    /// Dequantizers looked through.
    bool isReadByQuantizersOnly(ValueId value) const
    {
        if (!value.isValid())
            return false;
        const auto& readers = m_graph.value(value).consumers;
        return !m_isOutput[value.position()] && !readers.empty() && std::ranges::all_of(readers, [this](NodeId id) {
            const auto& reader = m_graph.node(id);
            const auto kind = graph::opKind(reader);
            return kind == OpKind::Quantize
                   || (kind == OpKind::Dequantize && isReadByQuantizersOnly(firstOf(reader.outputs)));
        });
    }

    /// The first dequantized form of @p integers, if there is one; the names of all go to the layer.
    ValueId addDequantizedNames(Layer& layer, ValueId integers) const
    {
        ValueId first;
        for (const auto id : m_graph.value(integers).consumers) {
            const auto& node = m_graph.node(id);
            const ValueId dequantized = firstOf(node.outputs);
            if (graph::opKind(node) != OpKind::Dequantize || firstOf(node.inputs) != integers || !dequantized.isValid())
                continue;
            layer.aliases.push_back(m_graph.value(dequantized).name);
            if (!first.isValid())
                first = dequantized;
        }
        return first;
    }

    void link(std::size_t index)
    {
        Layer& layer = m_layers[index];
        const auto addProducer = [this, &layer, index](ValueId value) {
            const std::size_t producer = value.isValid() ? m_layerOf[value.position()] : kNone;
            if (producer == kNone || producer == index || m_layers[producer].isConstant)
                return;
            if (const auto& known = m_layers[producer].consumers; !known.empty() && known.back() == index)
                return;
            layer.producers.push_back(producer);
            m_layers[producer].consumers.push_back(index);
        };
        for (const auto id : layer.run) {
            std::for_each(m_graph.node(id).inputs.begin(), m_graph.node(id).inputs.end(), addProducer);
            std::for_each(m_graph.node(id).captures.begin(), m_graph.node(id).captures.end(), addProducer);
        }
    }

    bool leadsToOutput(const Layer& layer) const
    {
        return std::ranges::any_of(layer.aliases, [this](const auto& name) { return m_outputNames.contains(name); });
    }

    void add(Layer layer)
    {
        findQuantizer(layer);
        layer.isGraphOutput = leadsToOutput(layer);
        layer.isRequantized = isRequantized(layer.value);
        layer.isChannelsLast = m_isChannelsLast[layer.value.position()];
        const std::size_t index = m_layers.size();
        for (const auto id : layer.run)
            for (const auto output : m_graph.node(id).outputs)
                if (output.isValid() && (output == layer.own || m_layerOf[output.position()] == kNone))
                    m_layerOf[output.position()] = index;
        m_layerOf[layer.own.position()] = index;
        m_layers.push_back(std::move(layer));
        link(index);
    }

    const graph::Graph& m_graph;
    bool m_leavesBiases;
    std::vector<NodeId> m_order;
    std::vector<std::optional<results::QuantizerInfo>> m_quantizers;
    std::vector<std::size_t> m_layerOf;
    std::vector<bool> m_isParameter;
    std::vector<bool> m_isFolded;
    std::vector<bool> m_isOutput;
    std::unordered_set<std::string_view> m_outputNames;
    std::multimap<ValueId, const std::string*> m_handed; ///< other names of a value, in order of the file
    std::vector<bool> m_isChannelsLast;
    std::vector<Layer> m_layers;
};

} // namespace

bool Layer::isShownByDefault() const
{
    if (isInput())
        return quantizer.has_value();
    return !isConstant
           && (kind == graph::OpKind::Compute || (computesQuantized && graph::traitsNamed(opType).readsTable));
}

std::vector<Layer> collectLayers(const graph::Graph& graph, const graph::Graph* partner)
{
    return Collector(graph, partner).collect();
}

std::vector<std::string_view> namesOf(const std::vector<Layer>& layers)
{
    std::vector<std::string_view> names;
    for (const auto& layer : layers) {
        names.push_back(layer.name);
        names.push_back(layer.scope);
    }
    return names;
}

} // namespace ql::analysis
