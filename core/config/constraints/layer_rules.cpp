// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/constraints/constraint_context.h"
#include "core/config/operator_types.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>

namespace ql::config {

namespace {

/// Only what an override says itself: a common channel_wise is ignored where a layer has no channels.
const Override* explicitPerChannel(const QuantConfig& config, const LayerFact& layer)
{
    for (const auto& override : config.overrides) {
        const auto kind = override.selector.kind;
        const auto& name = override.selector.name;
        const bool isMeant = (kind == Selector::Kind::Layer && name == layer.name)
                             || (kind == Selector::Kind::Type && isSameType(name, layer.node->opType));
        if (isMeant && override.settings.weight.granularity == Granularity::PerChannel)
            return &override;
    }
    return nullptr;
}

} // namespace

Message widthProblem(const ResolvedLayer& layer, bool hasWeight)
{
    if (!layer.isQuantized || layer.activation.floatType)
        return {};
    const int weight = layer.weight.bits.value_or(8);
    if (hasWeight && weight != 4 && weight != 8)
        return Message("weights of {} bits: they are 4 or 8 bits wide", weight);
    std::vector<int> widths{layer.activation.bits.value_or(8)};
    for (std::size_t i = 0; i < layer.inputs.size(); ++i)
        widths.push_back(layer.input(i).bits.value_or(8));
    for (const int bits : widths) {
        if (bits != 4 && (bits < 8 || bits > 16))
            return Message("activations of {} bits: they are 4 or 8 to 16 bits wide", bits);
        if (hasWeight && bits > 8 && weight != 8)
            return Message("activations of {} bits need weights of 8 bits, not {}", bits, weight);
        if (hasWeight && bits == 4 && weight != 4)
            return Message("activations of 4 bits need weights of 4 bits, not {}", weight);
    }
    return {};
}

void checkWidths(const ConstraintContext& context, ConfigFindings& findings)
{
    for (const auto& layer : context.layers)
        if (const auto problem = widthProblem(layer.resolved, layer.hasWeight); !problem.empty())
            findings.push_back(
                ruleError("width", {layer.name}, problem, "change one of the two", layer.resolved.position));
}

void checkMustQuantize(const ConstraintContext& context, ConfigFindings& findings)
{
    for (const auto& layer : context.layers) {
        if (graph::traitsNamed(layer.node->opType).runsOnMatrixUnit && !layer.resolved.isQuantized)
            findings.push_back(
                ruleError("must-be-quantized", {layer.name},
                          Message("{} runs on the matrix unit, which computes in integers only", layer.node->opType),
                          "quantize it; raise its width instead of skipping it", layer.resolved.position));
    }
}

void checkChannelWise(const ConstraintContext& context, ConfigFindings& findings)
{
    for (const auto& layer : context.layers) {
        const auto& traits = graph::traitsNamed(layer.node->opType);
        if (!traits.lacksChannels || (traits.multipliesActivations && !layer.hasWeight))
            continue;
        if (const auto* override = explicitPerChannel(context.config, layer))
            findings.push_back(ruleError("channel-wise", {layer.name},
                                         Message("{} has no channels: one scale for all weights", layer.node->opType),
                                         "set channel_wise to false", override->position));
    }
}

void checkMatMul(const ConstraintContext& context, ConfigFindings& findings)
{
    for (const auto& layer : context.layers) {
        if (!graph::traitsNamed(layer.node->opType).multipliesActivations || layer.inputs.size() < 2
            || !layer.resolved.isQuantized)
            continue;
        const auto second = layer.resolved.input(1);
        const auto& value = context.graph.value(layer.inputs[1]).name;
        if (second.bits.value_or(8) != 8)
            findings.push_back(ruleError(
                "matmul-second-input", {layer.name},
                Message("the second input {} is {} bits wide, but a MatMul takes 8 there", value, *second.bits),
                "swap the operands: A·B is the transpose of Bᵀ·Aᵀ", layer.resolved.position));
        else if (second.isSymmetric == false) {
            auto finding = ruleError("matmul-second-input", {layer.name},
                                     Message("the second input {} is affine, but a MatMul takes it symmetric", value),
                                     "set it symmetric", layer.resolved.position);
            finding.severity = results::Severity::Warning;
            findings.push_back(std::move(finding));
        }
    }
}

void checkEnabled(const ConstraintContext& context, ConfigFindings& findings)
{
    const auto isEnabled = [](const LayerFact& layer) { return layer.resolved.isQuantized; };
    if (!context.layers.empty() && std::none_of(context.layers.begin(), context.layers.end(), isEnabled))
        findings.push_back(
            ruleError("nothing-enabled", {}, "no layer of the model is quantized", "enable at least one"));
}

} // namespace ql::config
