// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/model_weights.h"

#include "core/analysis/matching/recurrent_weights.h"
#include "core/analysis/matching/weight_storage.h"
#include "core/base/error.h"
#include "core/graph/ir/bodies.h"
#include "core/graph/ir/topology.h"
#include "core/graph/operators/channel_axis.h"
#include "core/graph/operators/op_kind.h"
#include "core/graph/operators/operator_traits.h"
#include "core/quant/quantized_graph/integer_operands.h"

#include <algorithm>

namespace ql::analysis {

using graph::OpKind;
using graph::ValueId;

/// Walks one graph and its bodies.
class WeightCollector {
public:
    WeightCollector(ModelWeights& weights, const runs::ConstantValues& constants, std::string path)
        : m_weights(weights)
        , m_constants(constants)
        , m_graph(constants.graph())
        , m_path(std::move(path))
    {
    }

    void collect()
    {
        for (const auto id : graph::topologicalOrder(m_graph)) {
            const auto& node = m_graph.node(id);
            graph::forEachBody(node, [&](const std::string&, const graph::Graph& body) {
                auto& constants = m_weights.m_constants;
                constants.push_back(std::make_unique<runs::ConstantValues>(body, &m_constants));
                WeightCollector(m_weights, *constants.back(), m_path + node.name + "/").collect();
            });
            if (!isLayer(node))
                continue;
            const auto before = m_weights.m_weights.size();
            addLayer(node);
            tellByOrder(std::span(m_weights.m_weights).subspan(before));
        }
    }

private:
    static bool readsTable(const graph::Node& node) { return graph::traitsNamed(node.opType).readsTable; }

    bool isLayer(const graph::Node& node) const
    {
        return (graph::opKind(node) == OpKind::Compute || readsTable(node)) && !node.outputs.empty()
               && !m_constants.isConstant(node.outputs[0]);
    }

    void addLayer(const graph::Node& node)
    {
        if (const auto signature = quant::integerSignature(node)) {
            for (const auto& operand : signature->operands)
                add(node, operand.slot, operand.floatSlot, integerOperand(m_constants, node, operand));
            if (signature->bias)
                add(node, signature->bias->slot, signature->bias->floatSlot,
                    integerBias(m_constants, node, *signature));
            for (const auto& operand : signature->floats)
                add(node, operand.slot, operand.floatSlot, floatOperand(m_constants, node, operand.slot));
            return;
        }
        if (const auto packing = withContext(node.description(), [&] { return ops::weightPackingOf(node); })) {
            constexpr int kBias = 5;
            add(node, 1, 1, packedOperand(m_constants, node, *packing));
            add(node, kBias, 2, floatOperand(m_constants, node, kBias));
            return;
        }
        if (const auto table = withContext(node.description(), [&] { return ops::blockTableOf(node); }))
            return add(node, 0, 0, tableOperand(m_constants, node, *table));
        if (readsTable(node))
            add(node, 0, 0, lookedUpOperand(m_constants, node));
        const int slots = readsTable(node) ? 1 : static_cast<int>(node.inputs.size());
        for (int slot = 0; slot < slots; ++slot)
            if (!isSetting(node, slot))
                add(node, slot, slot, floatOperand(m_constants, node, slot));
    }

    /// Numbers that steer an operator rather than being computed with.
    static bool isSetting(const graph::Node& node, int slot)
    {
        return slot > 0 && graph::traitsNamed(node.opType).settings == graph::Settings::AfterFirst;
    }

    void add(const graph::Node& node, int slot, int floatSlot, std::optional<StoredWeight> stored)
    {
        if (!stored || (graph::elementCount(stored->shape) < 2 && !graph::multiplies(node))
            || !m_weights.m_seen.insert(m_constants.homeOf(stored->root)).second)
            return;
        ModelWeight weight;
        addNames(weight, node.inputs[static_cast<std::size_t>(slot)], stored->root);
        weight.node = m_path.empty() ? node.id : graph::NodeId{};
        weight.recurrent = recurrentPartOf(node, floatSlot, weight.name);
        weight.slot = weight.recurrent ? int(weight.recurrent->input) : floatSlot;
        weight.biased = m_path.empty() ? biasedBy(node, slot, floatSlot) : graph::NodeId{};
        weight.layer = m_path + node.name;
        weight.opType = node.qualifiedOpType();
        weight.family = graph::familyOf(node.opType);
        weight.shape = std::move(stored->shape);
        weight.dtype = std::move(stored->dtype);
        weight.granularity = std::move(stored->granularity);
        weight.quantizer = std::move(stored->quantizer);
        weight.isTransposed = graph::isStoredTransposed(node, floatSlot);
        weight.read = std::move(stored->read);
        weight.largestStep = std::move(stored->largestStep);
        weight.channelAxis = channelAxisOf(weight, node, floatSlot);
        if (floatSlot == 1 && graph::traitsOf(node).hasFiltersChannelsLast)
            turnFilters(weight);
        m_weights.m_weights.push_back(std::move(weight));
    }

    /// Filters with their channels last are shown and compared as ONNX's convolutions have theirs.
    static void turnFilters(ModelWeight& weight)
    {
        constexpr std::size_t kRank = 4;
        if (weight.shape.size() != kRank)
            return;
        const bool isTransposed = graph::traitsNamed(weight.family).product == graph::Product::TransposedConvolution;
        const graph::Shape order = isTransposed ? graph::Shape{3, 0, 1, 2} : graph::Shape{0, 3, 1, 2};
        const auto stored = weight.shape;
        for (std::size_t i = 0; i < kRank; ++i)
            weight.shape[i] = stored[std::size_t(order[i])];
        const auto turn = [&order](std::optional<std::int64_t>& axis) {
            if (axis)
                axis = std::ranges::find(order, *axis) - order.begin();
        };
        turn(weight.channelAxis);
        if (weight.quantizer)
            turn(weight.quantizer->channelAxis);
        weight.read = [read = std::move(weight.read), order] { return read().permute(order).contiguous(); };
    }

    graph::NodeId biasedBy(const graph::Node& node, int slot, int floatSlot) const
    {
        if (graph::familyTraits(node.opType).product != graph::Product::None)
            return floatSlot == 2 ? node.id : graph::NodeId{};
        if (graph::traitsNamed(node.opType).arithmetic != graph::Arithmetic::Add || node.inputs.size() != 2)
            return {};
        // Integer products are cast and scaled before their bias comes.
        auto value = node.inputs[slot == 0 ? 1 : 0];
        for (int steps = 0; steps < 4 && value.isValid() && m_graph.value(value).producer.isValid(); ++steps) {
            const auto& maker = m_graph.node(m_graph.value(value).producer);
            if (graph::familyTraits(maker.opType).product != graph::Product::None)
                return maker.id;
            const bool isScaling = graph::traitsNamed(maker.opType).arithmetic == graph::Arithmetic::Multiply;
            if (!keepsNumbers(graph::opKind(maker)) && !isScaling)
                return {};
            value = maker.inputs[0];
        }
        return {};
    }

    static bool keepsNumbers(OpKind kind)
    {
        return kind == OpKind::Cast || kind == OpKind::Quantize || kind == OpKind::Dequantize;
    }

    void addNames(ModelWeight& weight, ValueId value, ValueId root) const
    {
        weight.aliases = {m_graph.value(root).name};
        for (; value != root; value = m_graph.node(m_graph.value(value).producer).inputs[0])
            weight.aliases.push_back(m_graph.value(value).name);
        weight.name = weight.aliases.front();
    }

    ModelWeights& m_weights;
    const runs::ConstantValues& m_constants;
    const graph::Graph& m_graph;
    std::string m_path;
};

void ModelWeights::collect(const graph::Graph& graph)
{
    m_constants.push_back(std::make_unique<runs::ConstantValues>(graph));
    WeightCollector(*this, *m_constants.front(), {}).collect();
}

ModelWeights::ModelWeights(const graph::Graph& graph)
{
    collect(graph);
}

ModelWeights::ModelWeights(const importers::ImportedModel& model)
{
    if (model.isWeightsOnly)
        m_weights = stateWeights(model.tensors);
    else
        collect(model.graph);
}

bool areSwapped(const ModelWeight& weight, const ModelWeight& other)
{
    const auto isTransposed = [](const ModelWeight& one, const ModelWeight& partner) {
        return one.isWithoutNetwork
                   ? graph::traitsNamed(partner.family).product == graph::Product::Matrix && one.shape.size() == 2
                   : one.isTransposed;
    };
    return isTransposed(weight, other) != isTransposed(other, weight);
}

} // namespace ql::analysis
