// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/record/record.h"

#include "core/base/error.h"
#include "core/config/layer_names.h"
#include "core/graph/operators/operator_traits.h"
#include "core/quant/calibration.h"
#include "core/quant/record/recorded_codes.h"
#include "core/quant/record/value_key.h"

#include <algorithm>
#include <map>
#include <set>

namespace ql::quant {

namespace {

using graph::Graph;
using graph::Node;

/// What is added to a recorded offset, which belongs to signed integers.
std::int64_t shiftOf(const IntegerFormat& format)
{
    return format.isSigned ? 0 : std::int64_t{1} << (format.bits - 1);
}

RecordedActivation activationOf(const QuantPlan& plan, std::size_t quantizer, int index)
{
    const auto& parameters = plan.parametersOf(quantizer);
    const auto& format = plan.quantizers[quantizer].settings.format;
    return {parameters.scales.front(), parameters.zeroPoints.front() - shiftOf(format), index, format.bits};
}

bool hasWeightAt(const Node& node, std::size_t slot, const PlannedQuantizer& quantizer)
{
    return quantizer.role == QuantizerRole::Weight && slot == 1
           && graph::traitsNamed(node.opType).quantizing == graph::Quantizing::Weighted;
}

void fillWeight(const QuantPlan& plan, std::size_t quantizer, LayerRecord& record)
{
    const auto& parameters = plan.parametersOf(quantizer);
    const auto& format = plan.quantizers[quantizer].settings.format;
    record.weightScales = parameters.scales;
    for (const auto zero : parameters.zeroPoints)
        record.weightOffsets.push_back(zero - shiftOf(format));
    record.weightBits = format.bits;
    record.params = recordedCodes(parameters.codes, format.bits);
}

LayerRecord recordOfNode(const QuantPlan& plan, const Node& node,
                         const std::map<graph::ValueId, std::size_t>& quantizers)
{
    LayerRecord record{.key = node.name};
    for (std::size_t slot = 0; slot < node.inputs.size(); ++slot) {
        const auto found = quantizers.find(node.inputs[slot]);
        if (found == quantizers.end())
            continue;
        if (hasWeightAt(node, slot, plan.quantizers[found->second]))
            fillWeight(plan, found->second, record);
        else
            record.activations.push_back(activationOf(plan, found->second, int(slot)));
    }
    return record;
}

/// Of 16-bit floats, which have no scale that a record could say.
bool isPlainFloat(const PlannedQuantizer& quantizer)
{
    return quantizer.settings.number && quantizer.settings.number->scaling == graph::NumberFormat::Scaling::None;
}

/// What the keys of a record mean in a graph, which must outlive it.
class RecordKeys {
public:
    RecordKeys(const Graph& graph, const std::vector<LayerRecord>& records)
        : m_graph(graph)
        , m_layers(graph)
    {
        std::set<std::string, std::less<>> keys;
        for (const auto& record : records)
            keys.insert(record.key);
        m_isTraced = m_layers.areTraced(keys);
    }

    const config::NamedLayers& layers() const { return m_layers; }
    /// By its name, or by torch's, as configs may name it, too; none where the key is a value's.
    std::vector<const Node*> layerOf(const std::string& key) const
    {
        const bool isOwn = m_graph.findNode(key).has_value();
        if (!isOwn && !m_isTraced && valueOfKey(m_graph, key))
            return {};
        return m_layers.find(key, m_isTraced);
    }

private:
    const Graph& m_graph;
    config::NamedLayers m_layers;
    bool m_isTraced = false; ///< the record has its names from torch.fx
};

/// Gives a plan the parameters that a record states, quantizer by quantizer.
class Applier {
public:
    Applier(const Graph& graph, QuantPlan& plan, const std::vector<LayerRecord>& records, const QuantSettings& settings)
        : m_graph(graph)
        , m_keys(graph, records)
        , m_plan(plan)
        , m_settings(settings)
        , m_isKnown(plan.quantizers.size(), false)
    {
        for (std::size_t i = 0; i < plan.quantizers.size(); ++i)
            if (isPlainFloat(plan.quantizers[i])) {
                plan.quantizers[i].parameters = perTensor(1.0, 0);
                m_isKnown[i] = true;
            }
    }

    /// What the record speaks of and the plan lacks, where the settings leave nothing there in float.
    void addMissing(const LayerRecord& record)
    {
        if (const auto nodes = m_keys.layerOf(record.key); !nodes.empty()) {
            for (const auto& activation : record.activations)
                if (const auto value = inputOf(nodes, activation.index); value && mayQuantize(*nodes.front()))
                    add(*value, nodes.front()->name);
        } else if (const auto value = valueOfKey(m_graph, record.key)) {
            if (isMadeQuantized(*value) || isReadQuantized(*value))
                add(*value, record.key);
        }
    }

    void apply(const LayerRecord& record)
    {
        if (const auto nodes = m_keys.layerOf(record.key); !nodes.empty())
            applyToLayer(nodes, record);
        else if (const auto value = valueOfKey(m_graph, record.key))
            applyToValue(*value, activationOf(record), isMadeQuantized(*value) || isReadQuantized(*value));
        else
            throw Error(ErrorCode::BadArgument,
                        Message("the record speaks of layer {}, which the model lacks", record.key),
                        "was the record made from this model?");
    }

    void finish()
    {
        // What only moves data is quantized as what it moves, whether or not the record repeats it.
        for (std::size_t i = 0; i < m_isKnown.size(); ++i)
            m_isKnown[i] = m_isKnown[i] || m_isKnown[m_plan.decider(i)];
        m_plan.keepOnly(m_isKnown);
    }

private:
    /// Input @p index of a layer: of its node, or of what an export wrote it out in.
    std::optional<graph::ValueId> inputOf(const std::vector<const Node*>& nodes, int index) const
    {
        std::vector<graph::ValueId> inputs = nodes.front()->inputs;
        if (nodes.size() > 1) {
            inputs.clear();
            for (const auto& input : m_keys.layers().findLayer(*nodes.front())->inputs)
                if (!m_graph.constantOf(input.value) && std::ranges::find(inputs, input.value) == inputs.end())
                    inputs.push_back(input.value);
        }
        return index >= 0 && std::size_t(index) < inputs.size() ? std::optional(inputs[std::size_t(index)])
                                                                : std::nullopt;
    }

    /// What a record of a value says of it, which only its activations can.
    static const RecordedActivation& activationOf(const LayerRecord& record)
    {
        if (record.activations.empty())
            throw Error(ErrorCode::FileCorrupt, Message("the record of {} holds no scale_d", record.key),
                        "take the record out or complete it");
        return record.activations.front();
    }

    bool mayQuantize(const Node& node) const
    {
        const auto& types = m_settings.operatorTypes;
        return m_settings.of(node).isQuantized
               && (types.empty() || std::ranges::find(types, node.opType) != types.end());
    }

    /// By a layer that is quantized, whatever only moves data in between.
    bool isMadeQuantized(graph::ValueId value) const
    {
        for (auto maker = m_graph.value(value).producer; maker.isValid(); maker = m_graph.value(value).producer) {
            const auto& node = m_graph.node(maker);
            if (!graph::movesDataOnly(node))
                return mayQuantize(node);
            value = node.inputs.front();
        }
        return false;
    }

    bool isReadQuantized(graph::ValueId value) const
    {
        return std::ranges::any_of(m_graph.value(value).consumers, [this](graph::NodeId reader) {
            const auto& node = m_graph.node(reader);
            if (!graph::movesDataOnly(node))
                return graph::traitsOf(node).quantizing != graph::Quantizing::None && mayQuantize(node);
            return std::ranges::any_of(node.outputs, [this](graph::ValueId moved) { return isReadQuantized(moved); });
        });
    }

    void add(graph::ValueId value, const std::string& reader)
    {
        if (!value.isValid() || m_plan.find(value))
            return;
        const auto maker = m_graph.value(value).producer;
        const bool isConstant = m_graph.constantOf(value) != nullptr;
        m_plan.quantizers.push_back({.role = isConstant ? QuantizerRole::Weight : QuantizerRole::Activation,
                                     .value = value,
                                     .layer = maker.isValid() ? m_graph.node(maker).name : reader,
                                     .settings = m_settings.common.activation});
        m_isKnown.push_back(false);
    }

    void applyToLayer(const std::vector<const Node*>& nodes, const LayerRecord& record)
    {
        const auto& node = *nodes.front();
        for (const auto& activation : record.activations) {
            const auto found = inputOf(nodes, activation.index);
            if (!found)
                throw Error(ErrorCode::BadArgument, Message("the record speaks of input {} of {}, which has {}",
                                                            activation.index, node.description(), node.inputs.size()));
            // A layer in float reads it quantized only where its maker's own output is.
            const auto value = *found;
            const bool isAsMade = m_settings.quantizesOutputs && value.isValid() && isMadeQuantized(value);
            applyToValue(value, activation, mayQuantize(node) || isAsMade);
        }
        if (!record.weightScales.empty() && node.inputs.size() > 1)
            applyToWeight(node, record);
    }

    void applyToValue(graph::ValueId value, const RecordedActivation& activation, bool isWanted)
    {
        const auto index = m_plan.find(value);
        if (!index || !isWanted)
            return;
        auto& quantizer = m_plan.quantizers[*index];
        auto& format = quantizer.settings.format;
        const int asked = format.bits;
        format.bits = activation.bits;
        quantizer.sameAs.reset();
        quantizer.parameters = perTensor(activation.scale, activation.offset + shiftOf(format));
        if (quantizer.isNamed && asked != activation.bits)
            spreadAnew(quantizer, asked);
        m_isKnown[*index] = true;
    }

    /// The same range in integers of another width.
    static void spreadAnew(PlannedQuantizer& quantizer, int bits)
    {
        auto& format = quantizer.settings.format;
        const double zero = quantizer.parameters.zeroPoints.front();
        const double scale = quantizer.parameters.scales.front();
        const Range range{(double(format.lowest()) - zero) * scale, (double(format.highest()) - zero) * scale};
        format.bits = bits;
        quantizer.parameters = parametersFor(range, format);
    }

    /// Whether the settings ask for another weight than the record's, which is worked out from its values then.
    static bool isWeightAskedAnew(const PlannedQuantizer& quantizer, const LayerRecord& record)
    {
        return quantizer.isNamed
               && (quantizer.settings.format.bits != record.weightBits
                   || (quantizer.settings.isPerChannel && record.weightScales.size() == 1));
    }

    void applyToWeight(const Node& node, const LayerRecord& record)
    {
        const auto index = m_plan.find(node.inputs[1]);
        const auto* weight = m_graph.constantOf(node.inputs[1]);
        if (!index || !weight)
            return;
        auto& quantizer = m_plan.quantizers[*index];
        if (isWeightAskedAnew(quantizer, record)) {
            quantizer.parameters = weightParameters(m_graph, quantizer);
            m_isKnown[*index] = true;
            return;
        }
        const auto channels = weight->shape().empty() ? 1 : weight->shape()[std::size_t(quantizer.channelAxis)];
        const auto count = record.weightScales.size();
        if (count != 1 && std::int64_t(count) != channels)
            throw Error(ErrorCode::BadArgument, Message("{}: the record has {} weight scales, expected 1 or {}",
                                                        node.description(), count, channels));
        auto& format = quantizer.settings.format;
        format.bits = record.weightBits;
        quantizer.settings.isPerChannel = count > 1;
        quantizer.parameters = {
            record.weightScales, std::vector<std::int32_t>(count, std::int32_t(shiftOf(format))), {}};
        for (std::size_t i = 0; i < std::min(count, record.weightOffsets.size()); ++i)
            quantizer.parameters.zeroPoints[i] += std::int32_t(record.weightOffsets[i]);
        quantizer.parameters.codes = codesFrom(record);
        m_isKnown[*index] = true;
    }

    const Graph& m_graph;
    RecordKeys m_keys;
    QuantPlan& m_plan;
    const QuantSettings& m_settings;
    std::vector<bool> m_isKnown;
};

} // namespace

std::vector<LayerRecord> recordOf(const Graph& graph, const QuantPlan& plan)
{
    std::map<graph::ValueId, std::size_t> quantizers;
    for (std::size_t i = 0; i < plan.quantizers.size(); ++i)
        if (!plan.quantizers[i].settings.number)
            quantizers.emplace(plan.quantizers[i].value, i);
    std::vector<LayerRecord> records;
    for (const auto& node : graph.nodes()) {
        auto record = recordOfNode(plan, node, quantizers);
        if (!record.activations.empty() || !record.weightScales.empty())
            records.push_back(std::move(record));
    }
    for (const auto& [value, index] : quantizers)
        if (graph.value(value).consumers.empty())
            records.push_back({.key = valueKey(graph, value), .activations = {activationOf(plan, index, 0)}});
    return records;
}

void keepFields(const Graph& graph, std::vector<LayerRecord>& records, const std::vector<LayerRecord>& read)
{
    const RecordKeys keys(graph, read);
    for (const auto& known : read) {
        const auto named = keys.layerOf(known.key);
        const auto found =
            std::ranges::find(records, named.empty() ? known.key : named.front()->name, &LayerRecord::key);
        if (found == records.end())
            continue;
        found->skipsFusion = known.skipsFusion;
        found->shiftBits = known.shiftBits;
        if (found->weightBits != known.weightBits || found->weightScales != known.weightScales)
            continue;
        found->weightClipMax = known.weightClipMax;
        if (codesFrom(*found) == codesFrom(known)) {
            found->params = known.params;
            found->centroids = known.centroids;
        }
    }
}

void applyRecord(const Graph& graph, QuantPlan& plan, const std::vector<LayerRecord>& records,
                 const QuantSettings& settings)
{
    const auto other = std::ranges::find_if(
        plan.quantizers, [](const auto& quantizer) { return quantizer.settings.number && !isPlainFloat(quantizer); });
    if (other != plan.quantizers.end())
        throw Error(ErrorCode::BadArgument,
                    Message("a record has scales of integers, and none of {}", other->settings.number->name),
                    "calibrate with data, or ask for integers");
    Applier applier(graph, plan, records, settings);
    for (const auto& record : records)
        applier.addMissing(record);
    for (const auto& record : records)
        applier.apply(record);
    applier.finish();
}

} // namespace ql::quant
