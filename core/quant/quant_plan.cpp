// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/quant_plan.h"

#include "core/base/error.h"
#include "core/graph/ir/topology.h"
#include "core/graph/operators/operator_traits.h"
#include "core/quant/data_nodes.h"
#include "core/quant/half_precision.h"
#include "core/quant/plan_rules.h"

#include <algorithm>
#include <unordered_map>

namespace ql::quant {

namespace {

using graph::Graph;
using graph::Node;
using graph::Quantizing;
using graph::ValueId;

class Planner {
public:
    Planner(const Graph& graph, const QuantSettings& settings)
        : m_graph(graph)
        , m_settings(settings)
    {
    }

    QuantPlan plan()
    {
        const auto nodes = nodesOfData(m_graph);
        for (const auto* node : nodes)
            if (m_settings.isQuantized(*node))
                visit(*node);
        for (auto& entry : m_entries)
            entry.isDropped = entry.isDropped || staysFloat(entry.quantizer);
        settleFormats();
        for (const auto* node : nodes)
            if (!m_settings.isQuantized(*node))
                addHighPrecision(*node);
        return compacted();
    }

private:
    struct Wish {
        QuantizerSettings settings;
        bool isOverridden = false;
    };
    struct Entry {
        PlannedQuantizer quantizer;
        std::vector<Wish> wishes;
        bool isDropped = false;
    };

    ValueId inputOf(const Node& node, std::size_t slot) const
    {
        return slot < node.inputs.size() ? node.inputs[slot] : ValueId{};
    }

    bool isConstant(ValueId value) const { return value.isValid() && m_graph.constantOf(value) != nullptr; }

    bool canBeQuantized(ValueId value) const
    {
        if (!value.isValid())
            return false;
        const auto& declared = m_graph.value(value);
        if (m_settings.floatValues.contains(declared.name))
            return false;
        if (const auto* constant = m_graph.constantOf(value))
            return constant->type() == graph::DataType::Float && constant->size() > 0;
        return declared.type == graph::DataType::Float || declared.type == graph::DataType::Undefined;
    }

    Entry* find(ValueId value)
    {
        const auto found = m_places.find(value);
        return found == m_places.end() || m_entries[found->second].isDropped ? nullptr : &m_entries[found->second];
    }

    Entry& entryOf(ValueId value, QuantizerRole role, const Node& node)
    {
        if (auto* known = find(value))
            return *known;
        const auto maker = m_graph.value(value).producer;
        const auto& layer = role == QuantizerRole::Weight ? node.name
                            : maker.isValid()             ? m_graph.node(maker).name
                                                          : m_graph.value(value).name;
        m_places[value] = m_entries.size();
        m_entries.push_back({{.role = role, .value = value, .layer = layer}, {}, false});
        return m_entries.back();
    }

    /// Which of the node's inputs with data @p slot is.
    std::size_t dataInput(const Node& node, std::size_t slot) const
    {
        return std::size_t(std::count_if(node.inputs.begin(), node.inputs.begin() + std::ptrdiff_t(slot),
                                         [this](ValueId value) { return value.isValid() && !isConstant(value); }));
    }

    void quantizeInput(const Node& node, std::size_t slot)
    {
        if (slot < node.inputs.size())
            quantizeActivation(node, node.inputs[slot], m_settings.of(node).input(dataInput(node, slot)));
    }

    /// Quantizes a value as an activation; constants keep a scale of their own, in the same format.
    void quantizeActivation(const Node& node, ValueId value, QuantizerSettings settings)
    {
        if (!canBeQuantized(value))
            return;
        const auto& layer = m_settings.of(node);
        if (isConstant(value))
            settings.observer = layer.weight.observer;
        auto& entry = entryOf(value, isConstant(value) ? QuantizerRole::Weight : QuantizerRole::Activation, node);
        if (isFirstInput(node, value) && entry.quantizer.sumAxis == -1)
            entry.quantizer.sumAxis = graph::traitsNamed(node.opType).product == graph::Product::Convolution ? 1 : -1;
        entry.wishes.push_back({std::move(settings), layer.isOverridden});
    }

    static bool isFirstInput(const Node& node, ValueId value)
    {
        return !node.inputs.empty() && node.inputs.front() == value;
    }

    /// Of a weight with its output channels at @p channelAxis: the input channels, unless each has a filter of its own.
    static std::int64_t sumAxisOf(const Node& node, const graph::Shape& shape, std::int64_t channelAxis)
    {
        if (shape.size() < 2)
            return -1;
        if (graph::traitsNamed(node.opType).product != graph::Product::Convolution)
            return channelAxis == std::int64_t(shape.size()) - 1 ? channelAxis - 1 : std::int64_t(shape.size()) - 1;
        const std::int64_t other = channelAxis == 0 ? 1 : 0;
        return shape[std::size_t(other)] == 1 ? channelAxis : other;
    }

    /// What no quantized layer reads or makes of a layer that could be one.
    void addHighPrecision(const Node& node)
    {
        const auto* own = m_settings.of(node).highPrecision;
        const auto* format = own ? own : m_settings.highPrecision;
        if (!format || !node.domain.empty() || graph::traitsOf(node).quantizing == graph::Quantizing::None)
            return;
        const auto add = [&](ValueId value) {
            if (!value.isValid() || !canBeQuantized(value) || m_places.contains(value))
                return;
            auto& entry = entryOf(value, isConstant(value) ? QuantizerRole::Weight : QuantizerRole::Activation, node);
            entry.quantizer.settings.setNumberFormat(*format);
        };
        std::ranges::for_each(numbersOf(node), add);
        std::ranges::for_each(node.outputs, add);
    }

    void quantizeOutput(const Node& node, ValueId value)
    {
        const auto& layer = m_settings.of(node);
        if (m_settings.quantizesOutputs)
            quantizeActivation(node, value, layer.output.value_or(layer.activation));
    }

    void quantizeWeight(const Node& node, std::size_t slot, std::int64_t axis)
    {
        const auto value = inputOf(node, slot);
        if (!isConstant(value) || !canBeQuantized(value))
            return quantizeInput(node, slot);
        const auto& layer = m_settings.of(node);
        auto settings = layer.weight;
        requireAxis(node, settings, axis);
        settings.isPerChannel = settings.isPerChannel && m_graph.constantOf(value)->shape().size() > 1;
        auto& entry = entryOf(value, QuantizerRole::Weight, node);
        entry.quantizer.channelAxis = axis;
        entry.quantizer.sumAxis = sumAxisOf(node, m_graph.constantOf(value)->shape(), axis);
        entry.wishes.push_back({std::move(settings), layer.isOverridden});
    }

    /// Scales of a weight run along its output channels.
    void requireAxis(const Node& node, const QuantizerSettings& settings, std::int64_t axis) const
    {
        const auto rank = std::int64_t(m_graph.constantOf(inputOf(node, 1))->shape().size());
        const auto wanted = settings.channelAxis.value_or(axis);
        if (settings.isPerChannel && (wanted < 0 ? wanted + rank : wanted) != axis)
            throw Error(ErrorCode::BadArgument,
                        Message("{}: scales along axis {} of the weight, but its output channels are axis {}",
                                node.description(), wanted, axis),
                        "leave the axis out");
    }

    void passOn(const Node& node, ValueId from, ValueId to)
    {
        const auto* source = find(from);
        if (!source || !canBeQuantized(to) || find(to))
            return;
        const auto place = m_places.at(from);
        auto& entry = entryOf(to, QuantizerRole::Activation, node);
        entry.quantizer.sameAs = place;
        const auto& layer = m_settings.of(node);
        if (layer.isOverridden)
            entry.wishes.push_back({layer.activation, true});
    }

    void visit(const Node& node)
    {
        const auto& traits = graph::traitsNamed(node.opType);
        if (m_settings.quantizedInputs && (traits.quantizing != Quantizing::Weighted || !node.domain.empty()))
            return visitListed(node);
        switch (traits.quantizing) {
        case Quantizing::Weighted: return visitWeighted(node, graph::weightChannelAxis(m_graph, node));
        case Quantizing::Clamping: return visitClamp(node);
        case Quantizing::Passing: return visitPassing(node);
        case Quantizing::Moving: return visitMoving(node);
        case Quantizing::Choosing: return visitWhere(node);
        case Quantizing::FirstInput: return visitOther(node, traits, std::min<std::size_t>(1, node.inputs.size()));
        case Quantizing::EveryInput:
        case Quantizing::None: return visitOther(node, traits, node.inputs.size());
        }
    }

    void visitWeighted(const Node& node, std::int64_t axis)
    {
        quantizeInput(node, 0);
        quantizeOutput(node, node.outputs.at(0));
        quantizeWeight(node, 1, axis);
        const auto bias = inputOf(node, 2);
        if (!bias.isValid())
            return;
        const bool isPlain =
            node.attributes.floatOr("alpha", 1.0) == 1.0 && node.attributes.floatOr("beta", 1.0) == 1.0;
        if (!isConstant(bias))
            quantizeInput(node, 2);
        else if (isPlain && find(inputOf(node, 0)) && find(inputOf(node, 1)) && isConstant(inputOf(node, 1)))
            m_biases.push_back({node.id, 2, m_places.at(inputOf(node, 0)), m_places.at(inputOf(node, 1))});
    }

    /// A clamp that alone reads a value: its own output is quantized instead, nothing in between unless that very value
    /// was given a scale.
    void visitClamp(const Node& node)
    {
        auto* source = find(inputOf(node, 0));
        if (!source)
            return;
        const auto& value = m_graph.value(source->quantizer.value);
        const bool isOutput = std::ranges::find(m_graph.outputs(), source->quantizer.value) != m_graph.outputs().end();
        const auto said = m_settings.values.find(value.name);
        const bool isScaleGiven = said != m_settings.values.end() && said->second.observer.method == "fixed";
        if (value.consumers.size() == 1 && value.producer.isValid() && !isOutput && !isScaleGiven)
            source->isDropped = true;
        quantizeOutput(node, node.outputs.at(0));
    }

    /// Where layers say how their inputs are quantized, one that is named reads what it says.
    void visitPassing(const Node& node)
    {
        if (m_settings.of(node).isOverridden && !m_settings.quantizesOutputs)
            quantizeInput(node, 0);
        passOn(node, inputOf(node, 0), node.outputs.at(0));
    }

    /// Where a dialect's list says what a layer reads quantized.
    void visitListed(const Node& node)
    {
        if (const auto listed = m_settings.quantizedInputs->find(node.name);
            listed != m_settings.quantizedInputs->end())
            for (const auto slot : listed->second)
                quantizeInput(node, slot);
        if (handsScaleOn(node))
            for (const auto output : node.outputs)
                passOn(node, inputOf(node, 0), output);
    }

    void visitMoving(const Node& node)
    {
        const auto source = inputOf(node, 0);
        quantizeInput(node, 0);
        const bool writesConstant = node.opType == "Pad" && node.attributes.stringOr("mode", "constant") == "constant"
                                    && inputOf(node, 2).isValid();
        for (const auto output : node.outputs)
            if (writesConstant)
                quantizeOutput(node, output);
            else
                passOn(node, source, output);
    }

    void visitWhere(const Node& node)
    {
        const auto isReady = [&](std::size_t slot) {
            return isConstant(inputOf(node, slot)) || find(inputOf(node, slot));
        };
        if (!isReady(1) || !isReady(2))
            return;
        quantizeInput(node, 1);
        quantizeInput(node, 2);
        quantizeOutput(node, node.outputs.at(0));
    }

    void visitOther(const Node& node, const graph::OperatorTraits& traits, std::size_t readers)
    {
        for (std::size_t slot = 0; slot < readers; ++slot)
            quantizeInput(node, slot);
        for (const auto output : node.outputs)
            quantizeOutput(node, output);
        if (auto* entry = traits.givesProbabilities ? find(node.outputs.at(0)) : nullptr)
            entry->quantizer.knownRange = Range{0.0, 1.0};
    }

    bool staysFloat(const PlannedQuantizer& quantizer) const
    {
        const auto& outputs = m_graph.outputs();
        const auto& wanted = m_settings.floatOutputs;
        if (wanted.empty() || std::ranges::find(outputs, quantizer.value) == outputs.end())
            return false;
        const auto& name = m_graph.value(quantizer.value).name;
        return std::ranges::find(wanted, name) != wanted.end() || std::ranges::find(wanted, "*") != wanted.end();
    }

    std::size_t decider(std::size_t place) const
    {
        while (m_entries[place].quantizer.sameAs)
            place = *m_entries[place].quantizer.sameAs;
        return place;
    }

    static bool isStronger(const Wish& a, const Wish& b)
    {
        if (a.isOverridden != b.isOverridden)
            return a.isOverridden;
        return a.isOverridden && a.settings.bits() > b.settings.bits();
    }

    /// Values that share parameters share the strongest wish of all their layers.
    void settleFormats()
    {
        std::unordered_map<std::size_t, Wish> settled;
        for (std::size_t i = 0; i < m_entries.size(); ++i) {
            if (m_entries[i].isDropped)
                continue;
            for (const auto& wish : m_entries[i].wishes) {
                const auto [found, isNew] = settled.emplace(decider(i), wish);
                if (!isNew && isStronger(wish, found->second))
                    found->second = wish;
            }
        }
        for (std::size_t i = 0; i < m_entries.size(); ++i)
            if (const auto found = settled.find(decider(i)); found != settled.end())
                settle(m_entries[i].quantizer, decider(i), found->second);
    }

    void settle(PlannedQuantizer& quantizer, std::size_t decider, const Wish& wish) const
    {
        const auto named = m_settings.values.find(m_graph.value(m_entries[decider].quantizer.value).name);
        const bool isValueNamed = named != m_settings.values.end();
        quantizer.settings = isValueNamed ? named->second : wish.settings;
        quantizer.isNamed = isValueNamed || wish.isOverridden;
    }

    QuantPlan compacted()
    {
        QuantPlan plan{.quantizers = {}, .biases = m_biases};
        std::vector<bool> isKept;
        for (auto& entry : m_entries) {
            plan.quantizers.push_back(std::move(entry.quantizer));
            isKept.push_back(!entry.isDropped);
        }
        plan.keepOnly(isKept);
        return plan;
    }

    const Graph& m_graph;
    const QuantSettings& m_settings;
    std::vector<Entry> m_entries;
    std::unordered_map<ValueId, std::size_t> m_places;
    std::vector<PlannedBias> m_biases; ///< quantizers by place in m_entries
};

} // namespace

QuantPlan planFor(const graph::Graph& graph, const QuantSettings& settings)
{
    auto plan = Planner(graph, settings).plan();
    if (const auto half = halfPrecisionLayers(graph, settings); plan.quantizers.empty() && half.count > 0)
        throw Error(ErrorCode::BadArgument,
                    Message("{} layers compute in {}, the first is {}: scales are found of float32 only", half.count,
                            half.typeName, half.first),
                    "export the model in float32: model.float() in PyTorch, without autocast");
    if (plan.quantizers.empty())
        throw Error(ErrorCode::BadArgument, "the settings leave every layer in float: there is nothing to quantize",
                    "check the skips and the operator types");
    if (settings.joinsScales)
        joinScales(graph, plan);
    checkFormats(graph, plan);
    dropFloatBiases(plan);
    raiseScalesOfLargeBiases(graph, plan);
    return plan;
}

} // namespace ql::quant
