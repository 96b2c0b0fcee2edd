// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/profile/profile_plan.h"

#include "core/analysis/layers/kept_grids.h"
#include "core/analysis/layers/layers.h"
#include "core/analysis/layers/operands.h"
#include "core/analysis/layers/row_filter.h"
#include "core/graph/ir/topology.h"
#include "core/graph/ir/torch_call.h"
#include "core/graph/operators/channel_axis.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <map>
#include <set>

namespace ql::analysis {

namespace {

using results::ProfileAttribute;
using results::ProfileRow;

constexpr std::int64_t kActivationChannelAxis = 1;

ProfileAttribute attributeOf(Operand::Role role)
{
    switch (role) {
    case Operand::Role::Activation: return ProfileAttribute::Input;
    case Operand::Role::Weight: return ProfileAttribute::Weight;
    case Operand::Role::Bias: return ProfileAttribute::Bias;
    }
    return ProfileAttribute::Input;
}

class Planner {
public:
    Planner(const graph::Graph& graph, const results::ProfileRequest& request)
        : m_graph(graph)
        , m_request(request)
        , m_reader(graph, graph::topologicalOrder(graph))
        , m_layers(collectLayers(graph))
        , m_grids(keptGrids(graph, m_layers, [&graph](graph::ValueId value) { return graph.value(value).type; }))
    {
    }

    ProfilePlan plan()
    {
        requireKnownModules(m_request.filter, namesOf(m_layers));
        for (const auto& layer : m_layers) {
            if (!layer.isShownByDefault())
                continue;
            if (passes(m_request.filter, {layer.name, layer.scope}, {layer.opType}))
                addLayer(layer);
            ++m_index;
        }
        requirePassing(m_request.filter, !m_plan.rows.empty());
        return std::move(m_plan);
    }

private:
    void addLayer(const Layer& layer)
    {
        const std::size_t first = m_plan.rows.size();
        if (layer.isInput())
            addRow(layer, ProfileAttribute::Input, {layer.own, {}, kActivationChannelAxis, false});
        else if (m_seen.insert(layer.node).second)
            for (const auto& operand : operandsOf(layer))
                addOperand(layer, operand);
        numberRows(first);
        ProfileProbe output{layer.value, {}, kActivationChannelAxis, false};
        if (layer.isInteger)
            output.dequantizer = layer.quantizer;
        if (layer.quantizer && layer.quantizer->channelAxis)
            output.channelAxis = layer.quantizer->channelAxis;
        auto& row = addRow(layer, ProfileAttribute::Output, std::move(output));
        take(row, layer.quantizer, layer.value);
    }

    /// The quantizer of @p value, else the grid that it lies on all the same.
    void take(ProfileRow& row, const std::optional<results::QuantizerInfo>& quantizer, graph::ValueId value) const
    {
        row.quantizer = quantizer;
        if (const auto* grid = quantizer ? nullptr : m_grids[value.position()])
            row.quantizer = *grid;
        if (row.quantizer)
            row.dtype = row.quantizer->dtype;
    }

    /// What the layer reads, and the bias that was folded into it.
    std::vector<Operand> operandsOf(const Layer& layer) const
    {
        auto operands = m_reader.operandsOf(m_graph.node(layer.run.front()));
        const auto& last = m_graph.node(layer.run.back());
        if (layer.run.size() > 1 && graph::traitsNamed(last.opType).arithmetic == graph::Arithmetic::Add)
            for (auto& operand : m_reader.operandsOf(last))
                if (operand.role != Operand::Role::Activation) {
                    operand.role = Operand::Role::Bias;
                    operands.push_back(std::move(operand));
                }
        return operands;
    }

    void addOperand(const Layer& layer, const Operand& operand)
    {
        const bool isActivation = operand.role == Operand::Role::Activation;
        ProfileProbe probe{operand.values, {}, kActivationChannelAxis, !isActivation};
        if (operand.isInteger)
            probe.dequantizer = operand.quantizer;
        if (operand.quantizer && operand.quantizer->channelAxis)
            probe.channelAxis = operand.quantizer->channelAxis;
        else if (!isActivation)
            probe.channelAxis = operand.role == Operand::Role::Bias ? 0 : weightAxis(layer, operand);
        auto& row = addRow(layer, attributeOf(operand.role), std::move(probe));
        row.tensor = m_graph.value(operand.integers.isValid() ? operand.integers : operand.read).name;
        if (operand.isDynamic && !operand.quantizer)
            row.dtype = graph::name(graph::DataType::UInt8);
        else if (operand.integers.isValid() && !operand.quantizer)
            row.dtype = graph::name(integerTypeOf(m_graph, operand.integers, {}));
        else
            take(row, operand.quantizer, operand.read);
    }

    std::int64_t weightAxis(const Layer& layer, const Operand& operand) const
    {
        const auto& shape = m_graph.value(operand.read).shape;
        const auto rank = shape ? static_cast<std::int64_t>(shape->size()) : 2;
        return graph::channelAxis(m_graph.node(layer.node), operand.floatSlot, rank).value_or(0);
    }

    /// Numbers the rows of the layer that began at @p first, for each attribute.
    void numberRows(std::size_t first)
    {
        std::map<ProfileAttribute, int> counts;
        for (std::size_t i = first; i < m_plan.rows.size(); ++i)
            m_plan.rows[i].number = counts[m_plan.rows[i].attribute]++;
        for (std::size_t i = first; i < m_plan.rows.size(); ++i)
            m_plan.rows[i].isOneOfSeveral = counts[m_plan.rows[i].attribute] > 1;
    }

    ProfileRow& addRow(const Layer& layer, ProfileAttribute attribute, ProfileProbe probe)
    {
        if (!m_request.isPerChannel)
            probe.channelAxis.reset();
        ProfileRow row;
        row.index = m_index;
        row.opName = layer.opType;
        row.modName = layer.name;
        if (!layer.isInput())
            row.moduleClass = m_graph.node(layer.node).attributes.stringOr(graph::kTorchClass, {});
        if (m_request.withStack && !layer.isInput())
            row.source = m_graph.node(layer.node).attributes.stringOr(graph::kTorchSource, {});
        row.attribute = attribute;
        row.tensor = m_graph.value(probe.value).name;
        m_plan.probeOfRow.push_back(addProbe(std::move(probe)));
        m_plan.rows.push_back(std::move(row));
        return m_plan.rows.back();
    }

    std::size_t addProbe(ProfileProbe probe)
    {
        const auto [found, isNew] =
            m_probes.emplace(std::pair(probe.value, probe.dequantizer.has_value()), m_plan.probes.size());
        if (isNew)
            m_plan.probes.push_back(std::move(probe));
        return found->second;
    }

    const graph::Graph& m_graph;
    const results::ProfileRequest& m_request;
    OperandReader m_reader;
    std::vector<Layer> m_layers;
    std::vector<const results::QuantizerInfo*> m_grids; ///< by value
    ProfilePlan m_plan;
    int m_index = 0;
    std::set<graph::NodeId> m_seen; ///< a node of several outputs is several layers, which read the same
    std::map<std::pair<graph::ValueId, bool>, std::size_t> m_probes;
};

} // namespace

ProfilePlan planProfile(const graph::Graph& graph, const results::ProfileRequest& request)
{
    return Planner(graph, request).plan();
}

} // namespace ql::analysis
