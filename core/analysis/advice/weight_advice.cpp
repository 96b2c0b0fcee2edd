// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/layer_advice.h"

#include "core/analysis/advice/advice_text.h"
#include "core/analysis/advice/evidence.h"
#include "core/graph/operators/operator_traits.h"
#include "core/quant/quantized_graph/integer_operands.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace ql::analysis {

namespace {

constexpr std::int64_t kUnevenFrom = 8;

/// The integers of a convolution's weight and the constants of their scale.
struct QuantizedWeight {
    const graph::TensorData* integers = nullptr;
    const graph::TensorData* scale = nullptr;
    const graph::TensorData* zeroPoint = nullptr;
    std::int64_t axis = 0; ///< along which several scales lie
};

const graph::TensorData* constantAt(const graph::Graph& graph, const graph::Node& node, int input)
{
    const bool isThere = input >= 0 && static_cast<std::size_t>(input) < node.inputs.size();
    return isThere ? graph.constantOf(node.inputs[static_cast<std::size_t>(input)]) : nullptr;
}

QuantizedWeight weightOf(const graph::Graph& graph, const graph::Node& node)
{
    if (const auto signature = quant::integerSignature(node)) {
        const auto& weight = signature->operands.at(1);
        const auto* integers = constantAt(graph, node, weight.slot);
        const auto rank = integers ? std::int64_t(integers->shape().size()) : 0;
        return {integers, constantAt(graph, node, weight.scaleSlot), constantAt(graph, node, weight.zeroPointSlot),
                quant::channelAxis(node, weight, rank)};
    }
    if (node.inputs.size() < 2 || !node.inputs[1].isValid())
        return {};
    const auto producer = graph.value(node.inputs[1]).producer;
    if (!producer.isValid() || graph.node(producer).opType != "DequantizeLinear")
        return {};
    const auto& dequantize = graph.node(producer);
    const auto* integers = constantAt(graph, dequantize, 0);
    const auto axis = dequantize.attributes.intOr("axis", 1);
    return {integers, constantAt(graph, dequantize, 1), constantAt(graph, dequantize, 2),
            axis < 0 && integers ? axis + std::int64_t(integers->shape().size()) : axis};
}

/// Largest distance from zero of each output channel, in steps.
std::vector<std::int64_t> stepsPerChannel(const QuantizedWeight& weight)
{
    const auto values = weight.integers->toInts();
    const std::int64_t zero =
        weight.zeroPoint && weight.zeroPoint->size() == 1 ? weight.zeroPoint->toInts().front() : 0;
    const auto channels = static_cast<std::size_t>(weight.integers->shape().front());
    std::vector<std::int64_t> steps(channels, 0);
    const std::size_t perChannel = values.size() / channels;
    for (std::size_t i = 0; i < perChannel * channels; ++i)
        steps[i / perChannel] = std::max(steps[i / perChannel], std::abs(values[i] - zero));
    return steps;
}

} // namespace

std::vector<std::int64_t> depthwiseStepsPerChannel(const graph::Graph& graph, const graph::Node& node)
{
    if (graph::familyTraits(node.opType).product != graph::Product::Convolution)
        return {};
    const QuantizedWeight weight = weightOf(graph, node);
    if (!weight.integers || !weight.scale || weight.scale->size() != 1 || weight.integers->shape().size() < 3
        || !graph::isQuantizedInteger(weight.integers->type()))
        return {};
    const auto& shape = weight.integers->shape();
    const bool isDepthwise = shape[0] > 1 && shape[1] == 1 && node.attributes.intOr("group", 1) > 1;
    if (!isDepthwise || weight.integers->size() == 0)
        return {};
    return stepsPerChannel(weight);
}

std::optional<results::Diagnostic> unevenDepthwiseSteps(const std::vector<std::int64_t>& steps)
{
    const auto [smallest, largest] = std::minmax_element(steps.begin(), steps.end());
    if (*largest < kUnevenFrom * std::max<std::int64_t>(1, *smallest))
        return std::nullopt;
    return advised(
        results::Severity::Warning, "depthwise-weight-per-tensor",
        Message(
            "one scale serves all {} weight channels of this depthwise convolution, but their ranges differ: channel "
            "{} uses {} steps, channel {} only {}.",
            steps.size(), largest - steps.begin(), *largest, smallest - steps.begin(), *smallest),
        "Quantize the weight per channel.");
}

/// Wrong where the small channels matter little: so it is silent where the weights, measured, do little harm.
std::optional<results::Diagnostic> depthwiseWeightPerTensor(const LayerFacts& facts)
{
    const auto& causes = facts.row.causes;
    if (facts.analysis().isInput() || (causes ? causes->weights.sqnrDb >= kHarmlessDb : isHarmless(facts.row)))
        return std::nullopt;
    const auto& graph = facts.models.analysisGraph;
    const auto steps = depthwiseStepsPerChannel(graph, graph.node(facts.analysis().node));
    auto finding = steps.empty() ? std::nullopt : unevenDepthwiseSteps(steps);
    if (finding && !causes) {
        finding->severity = results::Severity::Info;
        finding->isGuess = true;
        finding->remedy = "A scale per channel may help.";
    }
    return finding;
}

} // namespace ql::analysis
