// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/ir/graph_copy.h"
#include "core/graph/ir/topology.h"
#include "core/graph/operators/channel_axis.h"
#include "core/graph/operators/operator_traits.h"
#include "core/quant/fake_quantization.h"
#include "core/quant/quantized_graph/integer_form.h"
#include "core/quant/quantized_graph/quantized_graph.h"
#include "core/quant/quantized_graph/quantized_parts.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace ql::quant {

namespace {

using graph::DataType;
using graph::Graph;
using graph::IntegerForm;
using graph::Node;
using graph::NodeId;
using graph::TensorData;
using graph::ValueId;

/// A tensor of 8 bits with constant scales.
struct ByteValue {
    ValueId integers;
    ValueId scale;
    ValueId zeroPoint; ///< invalid: zero
    DataType type = DataType::Undefined;
    std::vector<float> scales;
    std::int64_t axis = 0; ///< of several scales; counted from the front
};

/// What takes the sums of a product.
struct Consumer {
    NodeId quantizer;
    NodeId clamp; ///< between them, done by saturation; invalid where there is none
    ByteValue result;
};

constexpr std::int64_t kByteNumber = 2; ///< uint8 in onnx.proto's TensorProto.DataType

std::vector<float> floatsOf(const TensorData& data)
{
    const auto numbers = data.toDoubles();
    return {numbers.begin(), numbers.end()};
}

bool isNamed(const Node& node, const char* opType)
{
    return node.opType == opType && (node.domain.empty() || node.domain == kMicrosoft);
}

/// Finds the products of a graph that can be computed in integers, and what each of them becomes.
class ProductFolding {
public:
    explicit ProductFolding(const Graph& source)
        : m_graph(graph::copyGraph(source))
    {
    }

    Graph fold()
    {
        for (const auto id : graph::topologicalOrder(m_graph))
            tryFold(id);
        dropUnread();
        if (usesMicrosoft() && !m_graph.opsets().contains(kMicrosoft))
            m_graph.setOpset(kMicrosoft, 1);
        auto folded = graph::copyGraph(m_graph, m_edits);
        for (auto& name : m_names)
            folded.addHandedThrough(std::move(name));
        return folded;
    }

private:
    const Node* producerOf(ValueId value) const
    {
        const auto id = value.isValid() ? m_graph.value(value).producer : NodeId{};
        return id.isValid() ? &m_graph.node(id) : nullptr;
    }

    bool isOutput(ValueId value) const
    {
        return std::ranges::find(m_graph.outputs(), value) != m_graph.outputs().end();
    }

    /// Of the integers that @p node reads or makes: uint8 where nothing tells (ONNX operator page QuantizeLinear).
    DataType typeOf(const Node& node, ValueId integers, const TensorData* zeroPoint) const
    {
        if (zeroPoint)
            return zeroPoint->type();
        if (const auto* constant = m_graph.constantOf(integers))
            return constant->type();
        if (isNamed(node, "QuantizeLinear"))
            return graph::dataTypeFromNumber(node.attributes.intOr("output_dtype", kByteNumber))
                .value_or(DataType::Undefined);
        const auto* maker = producerOf(integers);
        return maker && isNamed(*maker, "QuantizeLinear") ? typeOf(*maker, integers, zeroPointOf(*maker))
                                                          : m_graph.value(integers).type;
    }

    const TensorData* zeroPointOf(const Node& node) const
    {
        return node.inputs.size() > 2 && node.inputs[2].isValid() ? m_graph.constantOf(node.inputs[2]) : nullptr;
    }

    /// The parameters of a QuantizeLinear or DequantizeLinear, whose integers are @p integers.
    std::optional<ByteValue> parametersOf(const Node& node, ValueId integers) const
    {
        const auto* scale = node.inputs.size() > 1 ? m_graph.constantOf(node.inputs[1]) : nullptr;
        const auto zero = node.inputs.size() > 2 ? node.inputs[2] : ValueId{};
        const auto* zeroPoint = zeroPointOf(node);
        const bool isKnown = scale && (zeroPoint || !zero.isValid()) && node.attributes.intOr("block_size", 0) == 0;
        if (!isKnown)
            return std::nullopt;
        const auto type = typeOf(node, integers, zeroPoint);
        if (type != DataType::Int8 && type != DataType::UInt8)
            return std::nullopt;
        return ByteValue{integers, node.inputs[1], zero, type, floatsOf(*scale), node.attributes.intOr("axis", 1)};
    }

    std::optional<ByteValue> dequantized(ValueId value) const
    {
        const auto* node = producerOf(value);
        return node && isNamed(*node, "DequantizeLinear") ? parametersOf(*node, node->inputs.at(0)) : std::nullopt;
    }

    const Node* onlyReader(ValueId value) const
    {
        const auto& readers = m_graph.value(value).consumers;
        return readers.size() == 1 && !isOutput(value) ? &m_graph.node(readers.front()) : nullptr;
    }

    std::optional<Consumer> consumerOf(const Node& product) const
    {
        const auto* reader = onlyReader(product.outputs.at(0));
        const Node* clamp = nullptr;
        if (reader && graph::traitsNamed(reader->opType).clamp != graph::Clamp::None
            && reader->inputs.at(0) == product.outputs[0])
            reader = onlyReader((clamp = reader)->outputs.at(0));
        if (!reader || !isNamed(*reader, "QuantizeLinear"))
            return std::nullopt;
        auto result = parametersOf(*reader, reader->outputs.at(0));
        if (!result || result->scales.size() != 1)
            return std::nullopt;
        if (clamp) {
            const auto* zero = zeroPointOf(*reader);
            const auto parameters = perTensor(result->scales.front(), zero ? std::int64_t(zero->toDoubles().at(0)) : 0);
            if (!isDoneBySaturation(m_graph, *clamp, parameters, {8, result->type == DataType::Int8, false}))
                return std::nullopt;
        }
        return Consumer{reader->id, clamp ? clamp->id : NodeId{}, std::move(*result)};
    }

    /// Whether its scales, if it has several, are those of the channels that @p node makes.
    bool isUsable(const ByteValue& weight, const Node& node) const
    {
        if (weight.scales.size() == 1)
            return true;
        const auto* constant = m_graph.constantOf(weight.integers);
        const auto rank = constant ? std::int64_t(constant->shape().size()) : 0;
        return constant && graph::channelAxis(node, 1, rank) == (weight.axis < 0 ? weight.axis + rank : weight.axis);
    }

    /// In steps of the sums, one int32 per channel; nothing where it isn't constant.
    std::optional<ValueId> biasInSteps(ValueId bias, const ByteValue& x, const ByteValue& w)
    {
        std::vector<float> steps;
        for (const float scale : w.scales)
            steps.push_back(x.scales.front() * scale);
        if (const auto* constant = m_graph.constantOf(bias); constant && constant->type() == DataType::Float)
            return m_graph.addInitializer({}, quantizedBias(*constant, steps));
        const auto* node = producerOf(bias);
        if (!node || !isNamed(*node, "DequantizeLinear") || node->inputs.size() < 2)
            return std::nullopt;
        const auto* integers = m_graph.constantOf(node->inputs[0]);
        const auto* scale = m_graph.constantOf(node->inputs[1]);
        const bool isWhole = integers && scale && integers->type() == DataType::Int32;
        return isWhole && areAlike(floatsOf(*scale), steps) ? std::optional(node->inputs[0]) : std::nullopt;
    }

    static bool areAlike(const std::vector<float>& scales, const std::vector<float>& steps)
    {
        constexpr float kHardlyOff = 1e-5f;
        return scales.size() == steps.size() && std::ranges::equal(scales, steps, [](float a, float b) {
                   return std::abs(a - b) <= kHardlyOff * std::abs(b);
               });
    }

    ValueId zerosOf(const ByteValue& value)
    {
        if (value.zeroPoint.isValid())
            return value.zeroPoint;
        const graph::Shape shape =
            value.scales.size() == 1 ? graph::Shape{} : graph::Shape{std::int64_t(value.scales.size())};
        const std::vector<std::int8_t> zeros(value.scales.size(), 0); // the bits of an uint8's, too
        return m_graph.addInitializer({}, TensorData::copyOf(value.type, shape, std::as_bytes(std::span(zeros))));
    }

    void append(std::vector<ValueId>& inputs, const ByteValue& value)
    {
        inputs.insert(inputs.end(), {value.integers, value.scale, zerosOf(value)});
    }

    void tryFold(NodeId id)
    {
        const auto node = m_graph.node(id); // a copy: constants are added
        const auto form = node.domain.empty() ? graph::traitsOf(node).integerForm : IntegerForm::None;
        const bool isProduct =
            form == IntegerForm::Convolution || form == IntegerForm::Gemm || form == IntegerForm::MatMul;
        const bool isPlain =
            node.attributes.floatOr("alpha", 1.0) == 1.0 && node.attributes.floatOr("beta", 1.0) == 1.0;
        if (!isProduct || !isPlain || node.body.isValid() || node.inputs.size() < 2)
            return;
        const auto x = dequantized(node.inputs[0]);
        const auto w = dequantized(node.inputs[1]);
        const auto consumer = consumerOf(node);
        if (!x || !w || !consumer || x->scales.size() != 1 || !isUsable(*w, node))
            return;
        std::optional<ValueId> bias;
        if (node.inputs.size() > 2 && node.inputs[2].isValid() && !(bias = biasInSteps(node.inputs[2], *x, *w)))
            return;
        replace(node, form, *consumer, inputsOf(form, *x, *w, bias, consumer->result));
    }

    std::vector<ValueId> inputsOf(IntegerForm form, const ByteValue& x, const ByteValue& w, std::optional<ValueId> bias,
                                  const ByteValue& result)
    {
        std::vector<ValueId> inputs;
        append(inputs, x);
        append(inputs, w);
        if (form == IntegerForm::Gemm)
            inputs.push_back(bias.value_or(ValueId{}));
        inputs.insert(inputs.end(), {result.scale, zerosOf(result)});
        if (form == IntegerForm::Convolution && bias)
            inputs.push_back(*bias);
        return inputs;
    }

    void replace(const Node& node, IntegerForm form, const Consumer& consumer, std::vector<ValueId> inputs)
    {
        auto spec = graph::specOf(m_graph, node);
        const bool isGemm = form == IntegerForm::Gemm;
        spec.opType = (isGemm ? "Q" : "QLinear") + node.opType;
        spec.domain = isGemm ? kMicrosoft : "";
        spec.opset = isGemm ? 1 : node.opset;
        spec.inputs = std::move(inputs);
        spec.outputs = {consumer.result.integers};
        spec.attributes = integerAttributes(node);
        m_edits.replacedNodes.emplace(node.id, std::move(spec));
        m_edits.droppedNodes.insert(consumer.quantizer);
        keepName(node.outputs[0], consumer);
        if (!consumer.clamp.isValid())
            return;
        m_edits.droppedNodes.insert(consumer.clamp);
        keepName(m_graph.node(consumer.clamp).outputs[0], consumer);
    }

    /// The float value is gone; its name stays one of the integers' names.
    void keepName(ValueId gone, const Consumer& consumer)
    {
        m_names.push_back({m_graph.node(consumer.quantizer).name, m_graph.value(gone).name, consumer.result.integers});
        m_edits.names.emplace(gone, std::string());
    }

    bool isGone(NodeId node) const
    {
        return m_edits.replacedNodes.contains(node) || m_edits.droppedNodes.contains(node);
    }

    /// The DequantizeLinear of constants that nobody reads any more. Those of activations keep their names known.
    void dropUnread()
    {
        for (const auto& node : m_graph.nodes())
            if (isNamed(node, "DequantizeLinear") && m_graph.constantOf(node.inputs.at(0)) && !isOutput(node.outputs[0])
                && std::ranges::all_of(m_graph.value(node.outputs[0]).consumers,
                                       [this](NodeId reader) { return isGone(reader); }))
                m_edits.droppedNodes.insert(node.id);
    }

    bool usesMicrosoft() const
    {
        return std::ranges::any_of(m_edits.replacedNodes,
                                   [](const auto& replaced) { return replaced.second.domain == kMicrosoft; });
    }

    Graph m_graph;
    graph::CopyEdits m_edits;
    std::vector<graph::HandedThrough> m_names;
};

} // namespace

Graph withIntegerProducts(const Graph& graph)
{
    return ProductFolding(graph).fold();
}

} // namespace ql::quant
