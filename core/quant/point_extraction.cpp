// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/point_extraction.h"

#include "core/graph/ir/open_bodies.h"
#include "core/graph/ir/torch_call.h"
#include "core/graph/operators/channel_affine.h"
#include "core/graph/operators/channel_axis.h"
#include "core/graph/operators/operator_traits.h"
#include "core/quant/quantized_graph/before_quantizers.h"
#include "core/quant/quantized_graph/fake_quantizers.h"
#include "core/quant/quantized_graph/integer_operands.h"
#include "core/quant/value_quantizers.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace ql::quant {

namespace {

using graph::Graph;
using graph::Node;
using graph::NodeId;
using graph::ValueId;
using ops::Tensor;

/// What stands behind one quantized input of an analysis node.
struct Found {
    QuantizerRole role = QuantizerRole::Activation;
    std::string dtype;
    std::string key;
    Transform apply;
    std::optional<results::QuantizerInfo> parameters;
};

/// Whether the analysis node keeps its weight (input 1) the other way round than its baseline partner.
bool swapsWeightAxes(const Node& node, const Node& partner)
{
    const auto isProduct = [](const Node& each) {
        return graph::familyTraits(each.opType).product == graph::Product::Matrix;
    };
    return isProduct(node) && isProduct(partner)
           && graph::isStoredTransposed(node, 1) != graph::isStoredTransposed(partner, 1);
}

/// Whether @p node quantizes what it reads to 7 bits.
bool reducesRange(const Node& node)
{
    return node.attributes.intOr(graph::kReduceRange, 0) != 0
           && node.attributes.stringOr(graph::kTorchEngine, "") != "qnnpack";
}

class Extractor {
public:
    Extractor(const Graph& baseline, const Graph& analysis, const ModelPartners& partners)
        : m_baseline(baseline)
        , m_analysis(analysis)
        , m_partners(partners)
    {
    }

    ExtractedPoints extract()
    {
        for (const auto& node : m_analysis.nodes()) {
            const auto kind = graph::opKind(node);
            if (kind == graph::OpKind::Quantize || kind == graph::OpKind::Dequantize || !isRead(node))
                continue;
            const auto signature = integerSignature(node);
            if (signature && node.opType == "DynamicQuantizeLSTM")
                readDynamicLstm(node, *signature);
            else if (signature && !signature->isComposite)
                readIntegerNode(node, *signature);
            else
                readFloatNode(node);
        }
        for (const auto& [analysisOutput, baselineOutput] : m_partners.outputs)
            if (auto found = behindDequantize(m_analysis.outputs()[analysisOutput]))
                place(std::move(*found), m_baseline.outputs()[baselineOutput], {NodeId{}, baselineOutput});
        return std::move(m_result);
    }

private:
    Tensor constant(ValueId value) const
    {
        const auto* data = m_analysis.constantOf(value);
        return data ? ops::toTensor(*data) : Tensor();
    }

    /// The transform of a weight that is kept as @p kept, of whatever type; its numbers are @p make's.
    Transform always(const Tensor& kept, std::function<Tensor()> make)
    {
        return m_constants.of(std::move(make), std::size_t(kept.data.numel()));
    }

    static ValueId inputOf(const Node& node, int slot)
    {
        return slot >= 0 && std::size_t(slot) < node.inputs.size() ? node.inputs[std::size_t(slot)] : ValueId{};
    }

    const Node* producerOf(ValueId value) const
    {
        if (!value.isValid() || !m_analysis.value(value).producer.isValid())
            return nullptr;
        return &m_analysis.node(m_analysis.value(value).producer);
    }

    /// What an Identity gives is read by nobody.
    bool isRead(const Node& node) const
    {
        const auto& outputs = m_analysis.outputs();
        return std::ranges::any_of(node.outputs, [&](ValueId output) {
            return output.isValid()
                   && (!m_analysis.value(output).consumers.empty()
                       || std::ranges::find(outputs, output) != outputs.end());
        });
    }

    static std::int64_t axisOf(const Node& dequantize) { return dequantize.attributes.intOr("axis", 1); }

    /// The quantizer of an integer tensor whose parameters are at hand. A weight may still be kept in float, and
    /// quantized as the model runs: training leaves it so.
    std::optional<Found> withParameters(const Node& dequantize, ValueId integers, const Tensor& scale,
                                        const Tensor& zeroPoint)
    {
        if (const auto weight = constant(integers); weight.isDefined() && scale.isDefined())
            return Found{QuantizerRole::Weight, std::string(graph::name(weight.type)), m_analysis.value(integers).name,
                         always(weight, [=] { return dequantized(dequantize, weight, scale, zeroPoint); }),
                         quantizerInfo(scale, zeroPoint, weight.type, axisOf(dequantize))};
        if (const auto* producer = producerOf(integers); producer && producer->opType == "DynamicQuantizeLinear")
            return Found{QuantizerRole::Activation, "uint8", m_analysis.value(integers).name, dynamicQuantizer(), {}};
        if (!scale.isDefined())
            return std::nullopt;
        const auto type = zeroPoint.isDefined() ? zeroPoint.type : graph::DataType::UInt8;
        if (const auto* quantize = producerOf(integers); quantize && quantize->opType == "QuantizeLinear")
            if (const auto floats = constant(inputOf(*quantize, 0)); floats.isDefined())
                return Found{QuantizerRole::Weight, std::string(graph::name(type)), m_analysis.value(integers).name,
                             always(floats, std::bind_front(staticQuantizer(dequantize, scale, zeroPoint), floats)),
                             quantizerInfo(scale, zeroPoint, type, axisOf(dequantize))};
        return Found{QuantizerRole::Activation, std::string(graph::name(type)), m_analysis.value(integers).name,
                     staticQuantizer(dequantize, scale, zeroPoint),
                     quantizerInfo(scale, zeroPoint, type, axisOf(dequantize))};
    }

    /// Of a node that quantizes and dequantizes in one, as it stands; what it is told must be constants.
    std::optional<Found> fakeQuantized(const Node& node)
    {
        std::vector<Tensor> inputs(node.inputs.size());
        for (std::size_t slot = 1; slot < inputs.size(); ++slot)
            if (node.inputs[slot].isValid() && !(inputs[slot] = constant(node.inputs[slot])).isDefined())
                return std::nullopt;
        auto known = fakeQuantizerOf(m_analysis, node);
        auto apply = wholeNode(node, std::move(inputs));
        auto role = QuantizerRole::Activation;
        if (const auto weight = constant(node.inputs[0]); weight.isDefined()) {
            role = QuantizerRole::Weight;
            apply = always(weight, std::bind_front(std::move(apply), weight));
        }
        return Found{role, std::move(known.dtype), m_analysis.value(node.outputs[0]).name, std::move(apply),
                     std::move(known.parameters)};
    }

    std::optional<Found> behindDequantize(ValueId value)
    {
        const auto* node = producerOf(value);
        if (node && isFakeQuantizer(*node))
            return fakeQuantized(*node);
        if (!node || node->opType != "DequantizeLinear")
            return std::nullopt;
        return withParameters(*node, inputOf(*node, 0), constant(inputOf(*node, 1)), constant(inputOf(*node, 2)));
    }

    std::optional<Found> integerOperand(const Node& node, const IntegerOperand& operand)
    {
        const auto integers = inputOf(node, operand.slot);
        if (!integers.isValid())
            return std::nullopt;
        if (operand.isDynamic)
            return Found{QuantizerRole::Activation,
                         "uint8",
                         m_analysis.value(integers).name,
                         reducesRange(node) ? reducedDynamicQuantizer() : dynamicQuantizer(),
                         {}};
        const auto scale = constant(scaleOf(m_analysis, node, operand));
        const auto rank = std::int64_t(m_analysis.value(integers).shape.value_or(graph::DeclaredShape(2)).size());
        return withParameters(looseDequantize(channelAxis(node, operand, rank)), integers, scale,
                              constant(inputOf(node, operand.zeroPointSlot)));
    }

    std::optional<Found> integerBias(const Node& node, const IntegerSignature& signature)
    {
        const auto bias = constant(inputOf(node, signature.bias->slot));
        const auto xScale = constant(inputOf(node, signature.operands[0].scaleSlot));
        const auto wScale = constant(inputOf(node, signature.operands[1].scaleSlot));
        if (!bias.isDefined() || !xScale.isDefined() || !wScale.isDefined())
            return std::nullopt;
        return Found{QuantizerRole::Weight,
                     "int32",
                     m_analysis.value(inputOf(node, signature.bias->slot)).name,
                     always(bias,
                            [bias, scale = xScale.data * wScale.data] {
                                return Tensor((bias.data.to(at::kFloat) * scale).contiguous());
                            }),
                     {}};
    }

    static bool isRecurrentWeight(const Tensor& integers, const Tensor& scale, const Tensor& zeroPoint)
    {
        if (!integers.isDefined() || !scale.isDefined() || integers.data.dim() != 3)
            return false;
        const auto fits = [&integers](const Tensor& tensor) {
            const auto sizes = tensor.data.sizes();
            return !sizes.empty() && sizes.size() <= 2 && sizes[0] == integers.data.size(0)
                   && (sizes.size() == 1 || sizes[1] == integers.data.size(2));
        };
        return fits(scale) && (!zeroPoint.isDefined() || fits(zeroPoint));
    }

    /// W and R carry scales of their own, X is quantized by its own range. So is H, but at every step inside the
    /// operator, where no edge of the baseline leads.
    void readDynamicLstm(const Node& node, const IntegerSignature& signature)
    {
        for (const auto& operand : signature.operands) {
            const auto value = inputOf(node, operand.slot);
            if (!value.isValid())
                continue;
            const auto& name = m_analysis.value(value).name;
            const auto slot = std::size_t(operand.floatSlot);
            const auto integers = constant(value);
            const auto scale = constant(inputOf(node, operand.scaleSlot));
            const auto zeroPoint = constant(inputOf(node, operand.zeroPointSlot));
            if (operand.isDynamic)
                placeInput(node, {QuantizerRole::Activation, "uint8", name, dynamicQuantizer(), {}}, slot);
            else if (isRecurrentWeight(integers, scale, zeroPoint))
                placeInput(node,
                           {QuantizerRole::Weight,
                            std::string(graph::name(integers.type)),
                            name,
                            always(integers, [=] { return recurrentWeight(integers, scale, zeroPoint); }),
                            {}},
                           slot);
            else
                m_result.unplaced.push_back(fmt::format("{}, input {}", node.description(), operand.slot));
        }
        m_result.unplaced.push_back(node.description().english()
                                    + ", the hidden state, which it quantizes at every step");
    }

    void readFloatNode(const Node& node)
    {
        for (std::size_t slot = 0; slot < node.inputs.size(); ++slot)
            if (auto found = behindDequantize(node.inputs[slot]))
                placeInput(node, std::move(*found), slot);
        for (const auto& body : m_analysis.openBodies())
            if (body.owner == node.id)
                readBody(node, body);
    }

    /// What a body gives its owner, by the place among what it gives.
    void readBody(const Node& owner, const graph::OpenBody& body)
    {
        const auto partner = m_partners.nodes.find(owner.id);
        for (std::size_t slot = 0; slot < body.outputs.size(); ++slot) {
            auto found = behindDequantize(body.outputs[slot]);
            if (!found)
                continue;
            const auto edge =
                partner == m_partners.nodes.end() ? std::nullopt : edgeFromBody(partner->second, body.attribute, slot);
            if (edge)
                place(std::move(*found), graph::replaceableReads(m_baseline, m_baseline.node(edge->node))[edge->slot],
                      *edge);
            else
                m_result.unplaced.push_back(
                    fmt::format("{}, output {} of its {}", owner.description(), slot, body.attribute));
        }
    }

    std::optional<Edge> edgeFromBody(NodeId owner, const std::string& attribute, std::size_t slot) const
    {
        const auto isIt = [&](const graph::OpenBody& body) {
            return body.owner == owner && body.attribute == attribute && slot < body.outputs.size();
        };
        const auto body = std::ranges::find_if(m_baseline.openBodies(), isIt);
        if (body == m_baseline.openBodies().end())
            return std::nullopt;
        const auto& node = m_baseline.node(owner);
        const auto place = std::ranges::find(node.captures, body->outputs[slot]) - node.captures.begin();
        return Edge{owner, node.inputs.size() + std::size_t(place)};
    }

    void readIntegerNode(const Node& node, const IntegerSignature& signature)
    {
        for (const auto& operand : signature.operands)
            if (auto found = integerOperand(node, operand))
                placeInput(node, std::move(*found), std::size_t(operand.floatSlot));
        if (!signature.bias)
            return;
        if (auto found = integerBias(node, signature))
            placeInput(node, std::move(*found), std::size_t(signature.bias->floatSlot));
    }

    void placeInput(const Node& node, Found found, std::size_t slot)
    {
        const auto partner = m_partners.nodes.find(node.id);
        const auto* target = partner == m_partners.nodes.end() ? nullptr : &m_baseline.node(partner->second);
        if (!target || slot >= target->inputs.size() || !target->inputs[slot].isValid()) {
            m_result.unplaced.push_back(fmt::format("{}, input {}", node.description(), slot));
            return;
        }
        if (slot == 1 && found.role == QuantizerRole::Weight && swapsWeightAxes(node, *target))
            found.apply = transposed(std::move(found.apply));
        if (found.role == QuantizerRole::Weight && slot > 0)
            refold(found, node, *target, slot);
        place(std::move(found), target->inputs[slot], {target->id, slot});
    }

    /// A layer's numbers where one of the models has its normalization folded and the other keeps it behind.
    void refold(Found& found, const Node& node, const Node& target, std::size_t slot) const
    {
        if (slot > 2 || graph::familyTraits(target.opType).product == graph::Product::None)
            return;
        auto affine = graph::foldedIntoPartner(m_baseline, target, m_analysis, node);
        const auto folding = affine ? Folding::Out : Folding::In;
        if (!affine && !(affine = graph::foldedIntoPartner(m_analysis, node, m_baseline, target)))
            return;
        found.apply = slot == 2 ? refoldedBias(std::move(found.apply), *affine, folding)
                                : refoldedWeight(std::move(found.apply), *affine,
                                                 graph::weightChannelAxis(m_baseline, target), folding);
    }

    void place(Found found, ValueId source, Edge edge)
    {
        const bool isWeight = found.role == QuantizerRole::Weight;
        for (auto& point : m_result.points)
            if (!isWeight && point.source == source && point.key == found.key && point.role == found.role) {
                if (std::ranges::find(point.edges, edge) == point.edges.end())
                    point.edges.push_back(edge);
                return;
            }
        const auto maker = isWeight ? edge.node : m_baseline.value(source).producer;
        const auto made = beforeQuantizers(m_baseline, source);
        const auto layer = isWeight ? edge.node : m_baseline.value(made).producer;
        m_result.points.push_back({found.role,
                                   source,
                                   {edge},
                                   maker,
                                   layer.isValid() ? m_baseline.node(layer).name : m_baseline.value(made).name,
                                   std::move(found.dtype),
                                   std::move(found.key),
                                   std::move(found.apply),
                                   std::move(found.parameters)});
    }

    const Graph& m_baseline;
    const Graph& m_analysis;
    const ModelPartners& m_partners;
    ExtractedPoints m_result;
    ConstantTransforms m_constants;
};

} // namespace

ExtractedPoints extractPoints(const Graph& baseline, const Graph& analysis, const ModelPartners& partners)
{
    return Extractor(baseline, analysis, partners).extract();
}

} // namespace ql::quant
