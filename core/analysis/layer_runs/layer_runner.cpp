// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layer_runs/layer_runner.h"

#include "core/analysis/layers/quantizer_lookup.h"
#include "core/analysis/matching/channel_layout.h"
#include "core/analysis/measure/layer_values.h"
#include "core/graph/ir/open_bodies.h"
#include "core/graph/ir/topology.h"
#include "core/graph/operators/op_kind.h"
#include "core/quant/value_quantizers.h"
#include "core/runs/what_if.h"

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
        else if (m_graph.value(value).body.isValid())
            m_segment.handedOn.push_back({value, seenAs});
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

using runs::Tensor;

graph::Shape parameterShape(const results::QuantizerInfo& quantizer)
{
    return quantizer.isPerChannel() ? graph::Shape{std::int64_t(quantizer.scales.size())} : graph::Shape{};
}

/// QuantizeLinear by the quantizer that made an integer layer's value.
Tensor quantized(const Tensor& realNumbers, const results::QuantizerInfo& quantizer)
{
    const auto type = graph::dataTypeFromName(quantizer.dtype).value();
    const auto shape = parameterShape(quantizer);
    const at::Tensor scale = at::tensor(quantizer.scales, at::kDouble).to(at::kFloat).reshape(shape);
    const at::Tensor zeroPoint = at::tensor(quantizer.zeroPoints, at::kLong).to(ops::storageType(type)).reshape(shape);
    return quant::quantize(quant::looseDequantize(quantizer.channelAxis.value_or(1)), realNumbers,
                           {scale, graph::DataType::Float}, {zeroPoint, type});
}

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

LayerRunner::LayerRunner(const graph::Graph& graph, const std::vector<Layer>& layers,
                         const std::vector<LayerMatch>& matches, runs::ValueSource& execution,
                         const runs::Program& program, runs::NamedTensors inputs)
    : LayerRunner(graph, layers, matches, execution)
{
    m_program = &program;
    m_inputs = std::move(inputs);
}

LayerRunner::LayerRunner(const graph::Graph& graph, const std::vector<Layer>& layers,
                         const std::vector<LayerMatch>& matches, runs::ValueSource& execution)
    : m_graph(graph)
    , m_layers(layers)
    , m_matches(matches)
    , m_layerOf(matchedLayersByValue(graph, layers, matches))
    , m_quantizers(quantizersByValue(graph, graph::topologicalOrder(graph)))
    , m_execution(execution)
{
}

LayerSegment LayerRunner::segment(std::size_t layer, const std::vector<std::size_t>& inside) const
{
    if (inside.empty())
        return segmentOf(m_graph, m_layers, m_layerOf, layer);
    auto layerOf = m_layerOf;
    for (const auto i : inside)
        layerOf[m_layers[i].own.position()] = kNoLayer;
    return segmentOf(m_graph, m_layers, layerOf, layer);
}

std::string LayerRunner::bodyOf(graph::ValueId value) const
{
    return graph::pathOf(m_graph, m_graph.value(value).body);
}

graph::ValueId LayerRunner::counterpartOf(graph::ValueId handedOn, const LayerRunner& other,
                                          const LayerSegment& reader) const
{
    const auto& body = m_graph.openBody(m_graph.value(handedOn).body);
    const auto slot = std::size_t(std::ranges::find(body.inputs, handedOn) - body.inputs.begin());
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        if (m_layers[i].node != body.owner || m_matches[i].partner == kNoLayer)
            continue;
        const auto owner = other.m_layers[m_matches[i].partner].node;
        for (const auto& twin : other.m_graph.openBodies())
            if (twin.owner == owner && twin.attribute == body.attribute && twin.inputs.size() == body.inputs.size())
                return other.seenHandedOn(reader, twin.inputs[slot]);
    }
    return {};
}

graph::ValueId LayerRunner::firstInputOf(graph::NodeId node) const
{
    const auto& inputs = m_graph.node(node).inputs;
    return inputs.empty() ? graph::ValueId{} : inputs.front();
}

graph::ValueId LayerRunner::seenValue(const LayerSegment& segment, std::size_t made) const
{
    for (const auto& input : segment.inputs)
        if (input.layer == made)
            return readable(input.value, input.seenAs);
    return m_layers[made].value;
}

graph::ValueId LayerRunner::seenHandedOn(const LayerSegment& reader, graph::ValueId value) const
{
    const auto read = std::ranges::find(reader.handedOn, value, &LoopCarried::value);
    return read == reader.handedOn.end() ? value : readable(value, read->seenAs);
}

/// Integers of a scale that the data itself gives can't be read back: the operator gets float, and quantizes.
graph::ValueId LayerRunner::readable(graph::ValueId value, graph::ValueId seenAs) const
{
    const auto producer = m_graph.value(seenAs).producer;
    const bool isDequantized = producer.isValid() && graph::opKind(m_graph.node(producer)) == graph::OpKind::Dequantize;
    return isDequantized || m_quantizers[seenAs.position()] ? seenAs : value;
}

Tensor LayerRunner::realNumbers(graph::ValueId value, std::span<const std::int64_t> numbers) const
{
    const auto tensor = numbers.empty() ? m_execution.tensor(value) : m_execution.tensorIn(value, numbers);
    const auto& quantizer = m_quantizers[value.position()];
    if (!tensor.isDefined() || !quantizer)
        return tensor;
    return {toFloats(tensor, &*quantizer), graph::DataType::Float};
}

Tensor LayerRunner::fitted(const Tensor& given, const LayerRunner& giver, std::size_t made, const Tensor& own) const
{
    if (!given.isDefined() || !own.isDefined() || !given.data.defined())
        return given;
    const auto change = layoutChange(m_layers[made], giver.layer(partnerOf(made)));
    return {turnedBack(given.data, own.shape(), change), given.type};
}

Tensor LayerRunner::asStored(std::size_t layer, const Tensor& realNumbers) const
{
    const auto own = m_layers[layer].own;
    if (const auto& quantizer = m_quantizers[own.position()])
        return quantized(realNumbers, *quantizer);
    const auto type = m_graph.value(own).type;
    if (type == realNumbers.type || !graph::isFloatingPoint(type) || !graph::isFloatingPoint(realNumbers.type))
        return realNumbers;
    return {realNumbers.data.to(ops::storageType(type)), type};
}

Tensor LayerRunner::rerun(std::size_t layer, const LayerSegment& segment, const std::vector<Tensor>& given,
                          std::stop_token stop, const Replaced& replaced) const
{
    const auto value = m_layers[layer].value;
    const auto tensor = made(value, segment, given, stop, replaced);
    const auto& quantizer = m_quantizers[value.position()];
    return quantizer && tensor.isDefined() ? Tensor(toFloats(tensor, &*quantizer), graph::DataType::Float) : tensor;
}

Tensor LayerRunner::made(graph::ValueId wanted, const LayerSegment& segment, const std::vector<Tensor>& given,
                         std::stop_token stop, const Replaced& replaced) const
{
    auto values = replaced;
    for (std::size_t i = 0; i < segment.inputs.size(); ++i)
        values.emplace_back(segment.inputs[i].value, asStored(segment.inputs[i].layer, given[i]));
    for (const auto input : segment.graphInputs)
        if (const auto found = m_inputs.find(m_graph.value(input).name); found != m_inputs.end())
            values.emplace_back(input, found->second);
    return runs::runSegment(*m_program, segment.nodes, values, wanted, stop);
}

} // namespace ql::analysis
