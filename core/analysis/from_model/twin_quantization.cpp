// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/from_model/twin_quantization.h"

#include "core/graph/operators/operator_traits.h"
#include "core/quant/record/value_key.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <map>
#include <set>

namespace ql::analysis {

namespace {

using graph::Graph;
using graph::Node;
using graph::Quantizing;
using graph::ValueId;
using quant::Edge;
using quant::QuantizerPoint;
using quant::QuantizerRole;
using results::QuantizerInfo;

int bitsOf(const QuantizerInfo& info)
{
    return std::bit_width(std::uint64_t(info.highest - info.lowest));
}

bool isUnsigned(const QuantizerInfo& info)
{
    return info.lowest == 0;
}

/// Offsets of records belong to signed integers.
std::int64_t shiftOf(const QuantizerInfo& info)
{
    return isUnsigned(info) ? std::int64_t{1} << (bitsOf(info) - 1) : 0;
}

bool isSymmetric(const QuantizerInfo& info)
{
    return std::ranges::all_of(info.zeroPoints, [&](std::int64_t zero) { return zero == shiftOf(info); });
}

/// The value that most of @p counts have.
template <typename T>
T mostFrequent(const std::map<T, std::size_t>& counts, T fallback)
{
    const auto most = std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; });
    return most == counts.end() ? fallback : most->first;
}

/// What one layer's quantizers look like.
struct LayerForm {
    const Node* node = nullptr;
    const QuantizerInfo* input = nullptr;
    const QuantizerInfo* weight = nullptr;
};

class TwinReader {
public:
    TwinReader(const Graph& baseline, const quant::ExtractedPoints& extracted)
        : m_baseline(baseline)
    {
        for (const auto& unplaced : extracted.unplaced)
            m_result.losses.emplace_back(unplaced, "this quantized input has no place in the baseline");
        for (const auto& point : extracted.points)
            if (isSayable(point))
                take(point);
    }

    TwinQuantization read()
    {
        for (const auto& node : m_baseline.nodes())
            readLayer(node);
        sayCommon();
        for (const auto& form : m_forms)
            sayDifferences(form);
        for (const auto& node : m_baseline.nodes())
            recordLayer(node);
        recordValues();
        return std::move(m_result);
    }

private:
    void lose(const QuantizerPoint& point, const char* what) { m_result.losses.emplace_back(point.layer, what); }

    /// Biases go without saying: their scale is that of input and weight.
    bool isSayable(const QuantizerPoint& point)
    {
        if (point.dtype == "int32")
            return false;
        if (!point.parameters) {
            lose(point, point.role == QuantizerRole::Activation
                            ? "an activation's range is that of each input at run time, which a record can't hold"
                            : "a weight's scales come in blocks, which a record can't hold");
            return false;
        }
        const auto bits = bitsOf(*point.parameters);
        if (bits != 4 && (bits < 8 || bits > 16)) {
            lose(point, "its integers are neither 4 nor 8 to 16 bits wide");
            return false;
        }
        if (point.role == QuantizerRole::Activation && point.parameters->isPerChannel()) {
            lose(point, "an activation has a scale per channel");
            return false;
        }
        return true;
    }

    void take(const QuantizerPoint& point)
    {
        for (const auto edge : point.edges)
            if (edge.node.isValid())
                m_byEdge.emplace(std::pair(edge.node, edge.slot), &point);
        if (point.role == QuantizerRole::Activation && !m_bySource.emplace(point.source, &point).second)
            lose(point, "its readers see it quantized in different ways");
    }

    const QuantizerPoint* at(const Node& node, std::size_t slot) const
    {
        const auto found = m_byEdge.find({node.id, slot});
        return found == m_byEdge.end() ? nullptr : found->second;
    }

    bool carriesData(ValueId value) const
    {
        return value.isValid() && !m_baseline.constantOf(value)
               && m_baseline.value(value).type == graph::DataType::Float;
    }

    /// A clamp is done by the quantizer behind it, and what picks elements keeps their scale.
    static bool isCarriedOn(const Node& node)
    {
        const auto quantizing = graph::traitsOf(node).quantizing;
        return quantizing == Quantizing::Clamping || quantizing == Quantizing::Passing;
    }

    /// Itself, or behind those that alone read it and carry it on.
    bool isQuantizedWhenMade(ValueId value) const
    {
        while (carriesData(value) && !m_bySource.contains(value)) {
            const auto& readers = m_baseline.value(value).consumers;
            if (readers.size() != 1 || !isCarriedOn(m_baseline.node(readers.front())))
                return false;
            value = m_baseline.node(readers.front()).outputs.front();
        }
        return true;
    }

    bool isQuantizedLayer(const Node& node) const
    {
        const auto quantizing = graph::traitsOf(node).quantizing;
        if (quantizing == Quantizing::Weighted && node.inputs.size() > 1 && m_baseline.constantOf(node.inputs[1]))
            return at(node, 1) != nullptr;
        if (!std::ranges::all_of(node.outputs, [&](ValueId value) { return isQuantizedWhenMade(value); }))
            return false;
        if (isCarriedOn(node))
            return true;
        const auto read =
            quantizing == Quantizing::FirstInput ? std::min<std::size_t>(1, node.inputs.size()) : node.inputs.size();
        for (std::size_t slot = 0; slot < read; ++slot)
            if (carriesData(node.inputs[slot]) && !at(node, slot))
                return false;
        return true;
    }

    void readLayer(const Node& node)
    {
        const auto quantizing = graph::traitsOf(node).quantizing;
        if (quantizing == Quantizing::None)
            return;
        const bool isLayer = graph::opKind(node) == graph::OpKind::Compute;
        if (!isQuantizedLayer(node)) {
            if (isLayer)
                m_result.floatLayers.push_back(node.name);
            return;
        }
        m_quantized.insert(node.id);
        if (!isLayer)
            return;
        ++m_result.quantizedLayers;
        LayerForm form{&node};
        if (const auto* point = node.inputs.empty() ? nullptr : at(node, 0))
            form.input = &*point->parameters;
        if (const auto* point = quantizing == Quantizing::Weighted ? at(node, 1) : nullptr;
            point && point->role == QuantizerRole::Weight)
            form.weight = &*point->parameters;
        if (form.weight && !form.input)
            m_result.losses.emplace_back(node.name, "its weight is quantized and what it reads is not");
        m_forms.push_back(form);
    }

    void sayCommon()
    {
        std::map<int, std::size_t> activationBits, weightBits;
        std::map<bool, std::size_t> unsignedInputs, perChannel;
        bool areSymmetric = true;
        for (const auto& form : m_forms) {
            if (form.input) {
                ++activationBits[bitsOf(*form.input)];
                ++unsignedInputs[isUnsigned(*form.input)];
                areSymmetric = areSymmetric && isSymmetric(*form.input);
            }
            if (form.weight) {
                ++weightBits[bitsOf(*form.weight)];
                ++perChannel[form.weight->isPerChannel()];
            }
        }
        auto& common = m_result.config.common;
        common.isQuantized = true;
        common.activation.bits = mostFrequent(activationBits, 8);
        common.activation.isSymmetric = areSymmetric;
        if (mostFrequent(unsignedInputs, false))
            common.activation.isUnsigned = true;
        common.weight.bits = mostFrequent(weightBits, 8);
        common.weight.granularity = granularityOf(mostFrequent(perChannel, false));
        for (const auto& name : m_result.floatLayers)
            m_result.config.addSkip(config::Selector::Kind::Layer, name, {});
    }

    static config::Granularity granularityOf(bool isPerChannel)
    {
        return isPerChannel ? config::Granularity::PerChannel : config::Granularity::PerTensor;
    }

    void sayDifferences(const LayerForm& form)
    {
        const auto& common = m_result.config.common;
        config::LayerSettings own;
        if (form.input && bitsOf(*form.input) != common.activation.bits)
            own.activation.bits = bitsOf(*form.input);
        if (form.weight && bitsOf(*form.weight) != common.weight.bits)
            own.weight.bits = bitsOf(*form.weight);
        if (form.weight && granularityOf(form.weight->isPerChannel()) != common.weight.granularity)
            own.weight.granularity = granularityOf(form.weight->isPerChannel());
        if (form.weight && !isSymmetric(*form.weight))
            own.weight.isSymmetric = false;
        if (!own.isEmpty())
            m_result.config.addOverride(config::Selector::Kind::Layer, form.node->name, own, {});
    }

    static quant::RecordedActivation recorded(const QuantizerInfo& info, std::size_t slot)
    {
        return {float(info.scales.front()), info.zeroPoints.front() - shiftOf(info), int(slot), bitsOf(info)};
    }

    void recordLayer(const Node& node)
    {
        if (!m_quantized.contains(node.id) || graph::movesDataOnly(node))
            return;
        quant::LayerRecord record{.key = node.name};
        for (std::size_t slot = 0; slot < node.inputs.size(); ++slot) {
            const auto* point = at(node, slot);
            if (!point)
                continue;
            const auto& info = *point->parameters;
            if (point->role == QuantizerRole::Weight && slot == 1
                && graph::traitsOf(node).quantizing == Quantizing::Weighted) {
                record.weightScales.assign(info.scales.begin(), info.scales.end());
                for (const auto zero : info.zeroPoints)
                    record.weightOffsets.push_back(zero - shiftOf(info));
                record.weightBits = bitsOf(info);
            } else {
                record.activations.push_back(recorded(info, slot));
                m_recorded.insert(node.inputs[slot]);
            }
        }
        if (!record.activations.empty() || !record.weightScales.empty())
            m_result.records.push_back(std::move(record));
    }

    /// What only layers in float read, or what leaves the network: it belongs to the layer that makes it.
    void recordValues()
    {
        for (const auto& [value, point] : m_bySource)
            if (!m_recorded.contains(value))
                m_result.records.push_back(
                    {.key = quant::valueKey(m_baseline, value), .activations = {recorded(*point->parameters, 0)}});
    }

    const Graph& m_baseline;
    std::map<std::pair<graph::NodeId, std::size_t>, const QuantizerPoint*> m_byEdge;
    std::map<ValueId, const QuantizerPoint*> m_bySource;
    std::set<graph::NodeId> m_quantized;
    std::set<ValueId> m_recorded;
    std::vector<LayerForm> m_forms;
    TwinQuantization m_result;
};

} // namespace

TwinQuantization twinQuantization(const Graph& baseline, const quant::ExtractedPoints& points)
{
    return TwinReader(baseline, points).read();
}

} // namespace ql::analysis
