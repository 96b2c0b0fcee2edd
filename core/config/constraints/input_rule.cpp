// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/constraints/constraint_context.h"
#include "core/config/constraints/input_normalization.h"
#include "core/graph/operators/op_kind.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>

namespace ql::config {

namespace {

constexpr std::size_t kMostChannels = 4;

bool isShiftOrScale(const graph::Graph& graph, const graph::Node& node)
{
    const auto& traits = graph::traitsNamed(node.opType);
    if (traits.foldsIntoConvolution)
        return true;
    const auto arithmetic = traits.arithmetic;
    if (arithmetic == graph::Arithmetic::None || arithmetic == graph::Arithmetic::Power)
        return false;
    return std::ranges::any_of(node.inputs, [&graph](graph::ValueId read) {
        const auto* constant = read.isValid() ? graph.constantOf(read) : nullptr;
        return constant && constant->size() >= 1 && constant->size() <= kMostChannels;
    });
}

const ConfigInput* describedInput(const QuantConfig& config, const graph::Graph& graph, std::size_t position)
{
    for (const auto& input : config.inputs)
        if (!input.name.empty() && input.name == graph.value(graph.inputs()[position]).name)
            return &input;
    const bool isInOrder = position < config.inputs.size() && config.inputs[position].name.empty();
    return isInOrder ? &config.inputs[position] : nullptr;
}

} // namespace

const graph::Node* ownNormalization(const graph::Graph& graph, graph::ValueId input)
{
    for (auto value = input; graph.value(value).consumers.size() == 1;) {
        const auto& node = graph.node(graph.value(value).consumers.front());
        if (isShiftOrScale(graph, node))
            return &node;
        const auto kind = graph::opKind(node);
        const bool isPassed = kind == graph::OpKind::Cast || kind == graph::OpKind::DataMovement
                              || kind == graph::OpKind::Quantize || kind == graph::OpKind::Dequantize;
        if (!isPassed || node.outputs.empty() || !node.outputs[0].isValid())
            return nullptr;
        value = node.outputs[0];
    }
    return nullptr;
}

void checkInputs(const ConstraintContext& context, ConfigFindings& findings)
{
    for (std::size_t i = 0; i < context.graph.inputs().size(); ++i) {
        const auto* said = describedInput(context.config, context.graph, i);
        if (!said || !said->isPicture() || !(said->usesMean() || said->usesScale()))
            continue;
        const auto& input = context.graph.value(context.graph.inputs()[i]);
        const auto* own = ownNormalization(context.graph, context.graph.inputs()[i]);
        if (!own)
            continue;
        auto finding = ruleError(
            "doubled-normalization", {own->name},
            Message("the config normalizes input {} ({}), and the network begins with {} ({}), which shifts or scales "
                    "it as well: pictures are normalized twice",
                    input.name, said->text(), own->name, own->opType),
            "say norm_type no_preprocess, or export the network without it", said->position);
        finding.severity = results::Severity::Warning;
        findings.push_back(std::move(finding));
    }
}

} // namespace ql::config
