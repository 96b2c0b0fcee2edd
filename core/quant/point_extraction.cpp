// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/point_extraction.h"

#include "core/graph/ir/open_bodies.h"
#include "core/graph/operators/channel_affine.h"
#include "core/graph/operators/channel_axis.h"
#include "core/graph/operators/operator_traits.h"
#include "core/quant/quantized_graph/before_quantizers.h"
#include "core/quant/quantized_graph/constant_numbers.h"
#include "core/quant/quantized_graph/moved_constants.h"
#include "core/quant/quantized_graph/rounding_region.h"
#include "core/quant/quantizer_reader.h"
#include "core/quant/value_quantizers.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace ql::quant {

namespace {

using graph::Graph;
using graph::Node;
using graph::NodeId;
using graph::ValueId;
using Found = FoundQuantizer;

/// Whether the analysis node keeps its weight (input 1) the other way round than its baseline partner.
bool swapsWeightAxes(const Node& node, const Node& partner)
{
    const auto isProduct = [](const Node& each) {
        return graph::familyTraits(each.opType).product == graph::Product::Matrix;
    };
    return isProduct(node) && isProduct(partner)
           && graph::isStoredTransposed(node, 1) != graph::isStoredTransposed(partner, 1);
}

class Extractor {
public:
    Extractor(const Graph& baseline, const Graph& analysis, const ModelPartners& partners)
        : m_baseline(baseline)
        , m_analysis(analysis)
        , m_partners(partners)
        , m_baselineValues(baseline)
        , m_reader(analysis)
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
            else if (const auto packing = ops::weightPackingOf(node))
                readPackedNode(node, *packing);
            else if (const auto table = ops::blockTableOf(node))
                readTableNode(node, *table);
            else if (ops::packsWholeLayer(node))
                m_result.unplaced.push_back(node.description().english() + ", its packed weights");
            else if (!movesWeightToProducts(node))
                readFloatNode(node);
        }
        for (const auto& [analysisOutput, baselineOutput] : m_partners.outputs)
            if (auto found = m_reader.behindDequantize(m_analysis.outputs()[analysisOutput]))
                place(std::move(*found), m_baseline.outputs()[baselineOutput], {NodeId{}, baselineOutput});
        return std::move(m_result);
    }

private:
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

    /// Whether all who read what @p node makes of a quantized weight are layers that have a place for it, perhaps
    /// behind further nodes of its kind: it's theirs, then.
    bool movesWeightToProducts(const Node& node) const
    {
        if (movesBehind(m_analysis, node.outputs.front()).empty() || !m_reader.isMovedWeight(node.outputs.front()))
            return false;
        const auto& outputs = m_analysis.outputs();
        return std::ranges::find(outputs, node.outputs.front()) == outputs.end()
               && std::ranges::all_of(m_analysis.value(node.outputs.front()).consumers, [&](NodeId id) {
                      const auto& reader = m_analysis.node(id);
                      return hasPlaceFor(reader, node.outputs.front()) || movesWeightToProducts(reader);
                  });
    }

    bool hasPlaceFor(const Node& reader, ValueId read) const
    {
        const auto slot = std::size_t(std::ranges::find(reader.inputs, read) - reader.inputs.begin());
        return graph::opKind(reader) == graph::OpKind::Compute && slot < reader.inputs.size()
               && partnerReads(reader, slot);
    }

    bool partnerReads(const Node& node, std::size_t slot) const
    {
        const auto partner = m_partners.nodes.find(node.id);
        if (partner == m_partners.nodes.end())
            return false;
        const auto& target = m_baseline.node(partner->second);
        return slot < target.inputs.size() && target.inputs[slot].isValid();
    }

    /// Whether one of the nodes that move a weight to @p value has its quantizer: who reads on has it from there.
    bool isPlacedWhereMoved(ValueId value) const
    {
        return std::ranges::any_of(movesBehind(m_analysis, value), [this](NodeId id) {
            const auto& mover = m_analysis.node(id);
            return partnerReads(mover, 0) && !movesWeightToProducts(mover);
        });
    }

    void readPackedNode(const Node& node, const ops::WeightPacking& packing)
    {
        if (auto read = m_reader.packedInput(node, packing))
            placeInput(node, std::move(*read), 0);
        const auto partner = m_partners.nodes.find(node.id);
        if (partner != m_partners.nodes.end() && haveSamePackedWeight(m_baseline.node(partner->second), node))
            return;
        if (auto weight = m_reader.packedWeight(node, packing))
            placeInput(node, std::move(*weight), 1);
        else
            m_result.unplaced.push_back(fmt::format("{}, input 1", node.description()));
    }

    void readTableNode(const Node& node, const ops::BlockTable& table)
    {
        const auto partner = m_partners.nodes.find(node.id);
        if (partner != m_partners.nodes.end() && ops::readsBlockTable(m_baseline.node(partner->second)))
            return; // integers, where no floats can take the place
        if (auto weight = m_reader.table(node, table))
            placeInput(node, std::move(*weight), 0);
        else
            m_result.unplaced.push_back(fmt::format("{}, input 0", node.description()));
    }

    /// W and R carry scales of their own, X is quantized by its own range. So is H, but at every step inside the
    /// operator, where no edge of the baseline leads.
    void readDynamicLstm(const Node& node, const IntegerSignature& signature)
    {
        for (const auto& operand : signature.operands) {
            if (!QuantizerReader::inputOf(node, operand.slot).isValid())
                continue;
            if (auto found = m_reader.recurrentOperand(node, operand))
                placeInput(node, std::move(*found), std::size_t(operand.floatSlot));
            else
                m_result.unplaced.push_back(fmt::format("{}, input {}", node.description(), operand.slot));
        }
        m_result.unplaced.push_back(node.description().english()
                                    + ", the hidden state, which it quantizes at every step");
    }

    /// What rounds an input while the model runs, by a scale that is made of the same data.
    std::optional<Found> behindRounding(const Node& node, std::size_t slot) const
    {
        const auto partner = m_partners.nodes.find(node.id);
        if (partner == m_partners.nodes.end() || slot >= m_baseline.node(partner->second).inputs.size())
            return std::nullopt;
        const auto read = m_baseline.node(partner->second).inputs[slot];
        const auto region = roundingBehind(m_analysis, node.inputs[slot],
                                           [this](const Node& each) { return m_partners.nodes.contains(each.id); });
        if (!region || !read.isValid() || !standsFor(region->source, beforeQuantizers(m_baseline, read)))
            return std::nullopt;
        std::string dtype = "quantized";
        for (const auto id : region->nodes)
            if (const auto& each = m_analysis.node(id); graph::opKind(each) == graph::OpKind::Quantize)
                dtype = graph::name(m_analysis.value(each.outputs.front()).type);
        return Found{QuantizerRole::Activation,
                     std::move(dtype),
                     m_analysis.value(region->result).name,
                     transformOf(m_analysis, *region),
                     {}};
    }

    bool standsFor(ValueId value, ValueId other) const
    {
        const auto maker = m_analysis.value(value).producer;
        const auto partner = maker.isValid() ? m_partners.nodes.find(maker) : m_partners.nodes.end();
        if (maker.isValid())
            return partner != m_partners.nodes.end() && partner->second == m_baseline.value(other).producer;
        return !m_baseline.value(other).producer.isValid()
               && m_analysis.value(value).name == m_baseline.value(other).name;
    }

    void readFloatNode(const Node& node)
    {
        for (std::size_t slot = 0; slot < node.inputs.size(); ++slot)
            if (auto found = m_reader.behind(node.inputs[slot])) {
                if (!isPlacedWhereMoved(node.inputs[slot]))
                    placeInput(node, std::move(*found), slot);
            } else if (auto rounding = behindRounding(node, slot)) {
                placeInput(node, std::move(*rounding), slot);
            }
        for (const auto& body : m_analysis.openBodies())
            if (body.owner == node.id)
                readBody(node, body);
    }

    /// What a body gives its owner, by the place among what it gives.
    void readBody(const Node& owner, const graph::OpenBody& body)
    {
        const auto partner = m_partners.nodes.find(owner.id);
        for (std::size_t slot = 0; slot < body.outputs.size(); ++slot) {
            auto found = m_reader.behindDequantize(body.outputs[slot]);
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
            if (auto found = m_reader.integerOperand(node, operand))
                placeInput(node, std::move(*found), std::size_t(operand.floatSlot));
        if (!signature.bias)
            return;
        if (auto found = m_reader.integerBias(node, signature))
            placeInput(node, std::move(*found), std::size_t(signature.bias->floatSlot));
    }

    /// Of what @p target keeps packed itself no floats can take the place.
    bool haveSamePackedWeight(const Node& target, const Node& node) const
    {
        if (target.opType != node.opType || target.domain != node.domain || target.inputs.size() != node.inputs.size())
            return false;
        for (std::size_t slot = 1; slot < node.inputs.size(); ++slot) {
            const auto mine = node.inputs[slot], theirs = target.inputs[slot];
            const auto* own = mine.isValid() ? m_analysis.constantOf(mine) : nullptr;
            const auto* other = theirs.isValid() ? m_baseline.constantOf(theirs) : nullptr;
            if ((own == nullptr) != (other == nullptr) || mine.isValid() != theirs.isValid()
                || (own && own->type() != other->type())
                || (own && !ops::toTensor(*own).data.equal(ops::toTensor(*other).data)))
                return false;
        }
        return true;
    }

    void placeInput(const Node& node, Found found, std::size_t slot)
    {
        const auto partner = m_partners.nodes.find(node.id);
        const auto* target = partner == m_partners.nodes.end() ? nullptr : &m_baseline.node(partner->second);
        const bool hasNoPlace = target && slot == 1 && ops::packsWeight(*target);
        if (!target || hasNoPlace || slot >= target->inputs.size() || !target->inputs[slot].isValid()) {
            m_result.unplaced.push_back(fmt::format("{}, input {}", node.description(), slot));
            return;
        }
        if (slot == 1 && found.role == QuantizerRole::Weight && swapsWeightAxes(node, *target))
            swapAxes(found, m_analysis.value(QuantizerReader::inputOf(node, 1)).shape);
        if (found.role == QuantizerRole::Weight && slot > 0)
            refold(found, node, *target, slot);
        place(std::move(found), target->inputs[slot], {target->id, slot});
    }

    static void swapAxes(Found& found, const std::optional<graph::DeclaredShape>& shape)
    {
        found.apply = transposed(std::move(found.apply));
        const auto rank = shape ? std::int64_t(shape->size()) : 0;
        if (!found.parameters || !found.parameters->channelAxis || rank < 2)
            return;
        auto& axis = *found.parameters->channelAxis;
        axis = axis < 0 ? axis + rank : axis;
        if (axis >= rank - 2)
            axis = 2 * rank - 3 - axis;
    }

    /// A layer's numbers where one of the models has its normalization folded and the other keeps it behind.
    void refold(Found& found, const Node& node, const Node& target, std::size_t slot) const
    {
        if (slot > 2 || graph::familyTraits(target.opType).product == graph::Product::None)
            return;
        const graph::PlacedNode theirs{m_baseline, target, constantNumbersOf(m_baselineValues)};
        const graph::PlacedNode ours{m_analysis, node, constantNumbersOf(m_reader.values())};
        const auto channels = graph::channelsOfOne(theirs, ours);
        auto affine = channels ? graph::normalizationOfOne(theirs, ours, *channels) : std::nullopt;
        const auto folding = affine ? Folding::Out : Folding::In;
        if (!channels || (!affine && !(affine = graph::normalizationOfOne(ours, theirs, *channels))))
            return;
        if (slot == 1 && folding == Folding::In && found.parameters)
            rescale(*found.parameters, *affine, graph::weightChannelAxis(m_baseline, target));
        found.apply = slot == 2 ? refoldedBias(std::move(found.apply), *affine, folding)
                                : refoldedWeight(std::move(found.apply), *affine,
                                                 graph::weightChannelAxis(m_baseline, target), folding);
    }

    /// The steps of weights that each channel's factor made others.
    static void rescale(results::QuantizerInfo& info, const graph::ChannelAffine& affine, std::int64_t axis)
    {
        const auto channels = affine.factors.size();
        if (info.scales.size() == 1 && channels > 1) {
            info.scales = std::vector(channels, info.scales.front());
            info.zeroPoints = std::vector(channels, info.zeroPoints.front());
            info.channelAxis = axis;
        }
        for (std::size_t i = 0; i < channels && info.scales.size() == channels; ++i)
            if (affine.factors[i] != 0.0)
                info.scales[i] *= std::abs(affine.factors[i]);
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
    runs::ConstantValues m_baselineValues;
    ExtractedPoints m_result;
    QuantizerReader m_reader;
};

} // namespace

ExtractedPoints extractPoints(const Graph& baseline, const Graph& analysis, const ModelPartners& partners)
{
    return Extractor(baseline, analysis, partners).extract();
}

} // namespace ql::quant
