// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/layer_advice.h"
#include "core/analysis/layers/bias_steps.h"
#include "core/graph/operators/operator_traits.h"
#include "core/quant/quantized_graph/integer_operands.h"

#include <cmath>

namespace ql::analysis {

namespace {

/// Constants as a layer reads them.
class Constants {
public:
    Constants(const graph::Graph& graph, const graph::Node& node)
        : m_graph(graph)
        , m_node(node)
    {
    }

    std::vector<double> at(int slot) const { return of(m_node, slot); }

    /// The scales behind input @p slot.
    std::vector<double> scales(int slot) const
    {
        const auto* dequantize = dequantizer(slot);
        return dequantize ? of(*dequantize, 1) : std::vector<double>();
    }

    /// Real numbers, whether the input is a constant or dequantized.
    std::vector<double> numbers(int slot) const
    {
        const auto* dequantize = dequantizer(slot);
        return dequantize ? times(of(*dequantize, 0), of(*dequantize, 1)) : at(slot);
    }

    static std::vector<double> times(std::vector<double> integers, const std::vector<double>& scales)
    {
        for (std::size_t i = 0; i < integers.size() && !scales.empty(); ++i)
            integers[i] *= scales[scales.size() == 1 ? 0 : i % scales.size()];
        return integers;
    }

private:
    std::vector<double> of(const graph::Node& node, int slot) const
    {
        const auto value =
            slot >= 0 && std::size_t(slot) < node.inputs.size() ? node.inputs[std::size_t(slot)] : graph::ValueId{};
        const auto* data = value.isValid() ? m_graph.constantOf(value) : nullptr;
        return data ? data->toDoubles() : std::vector<double>();
    }

    const graph::Node* dequantizer(int slot) const
    {
        if (std::size_t(slot) >= m_node.inputs.size() || !m_node.inputs[std::size_t(slot)].isValid())
            return nullptr;
        const auto producer = m_graph.value(m_node.inputs[std::size_t(slot)]).producer;
        return producer.isValid() && m_graph.node(producer).opType == "DequantizeLinear" ? &m_graph.node(producer)
                                                                                         : nullptr;
    }

    const graph::Graph& m_graph;
    const graph::Node& m_node;
};

std::optional<BiasOverflow> overflowOf(const graph::Graph& graph, const graph::Node& node)
{
    const Constants constants(graph, node);
    std::vector<double> input, weight, bias;
    if (const auto signature = quant::integerSignature(node); signature && signature->bias) {
        input = constants.at(signature->operands[0].scaleSlot);
        weight = constants.at(signature->operands[1].scaleSlot);
        auto steps = weight;
        for (double& scale : steps)
            scale *= input.empty() ? 0.0 : input.front();
        bias = Constants::times(constants.at(signature->bias->slot), steps);
    } else if (!signature && graph::traitsOf(node).product != graph::Product::None) {
        input = constants.scales(0);
        weight = constants.scales(1);
        bias = constants.numbers(2);
    }
    return input.size() == 1 ? biasOverflow(bias, input.front(), weight) : std::nullopt;
}

} // namespace

std::optional<results::Diagnostic> biasBeyondInt32(const LayerFacts& facts)
{
    if (facts.analysis().isInput())
        return std::nullopt;
    const auto& graph = facts.models.analysisGraph;
    const auto worst = overflowOf(graph, graph.node(facts.analysis().node));
    if (!worst)
        return std::nullopt;
    return advised(results::Severity::Error, "bias-overflow",
                   Message("the bias of channel {} becomes {} in steps of {}, which int32 cannot hold.", worst->channel,
                           std::nearbyint(worst->integer), worst->step),
                   "Enlarge the scale of the weight, or leave the layer in high precision.");
}

} // namespace ql::analysis
