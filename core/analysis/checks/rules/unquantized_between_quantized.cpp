// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/rule_context.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>

namespace ql::analysis::checks {

namespace {

/// Whether all that the layer computes on comes out of quantizers.
bool readsQuantized(const RuleContext& context, const Layer& layer)
{
    const auto operands = context.operands.operandsOf(context.graph.node(layer.run.front()));
    const auto isActivation = [](const Operand& operand) { return operand.role == Operand::Role::Activation; };
    return std::any_of(operands.begin(), operands.end(), isActivation)
           && std::all_of(operands.begin(), operands.end(), [&isActivation](const Operand& operand) {
                  return !isActivation(operand) || (operand.isQuantized() && !operand.isInteger);
              });
}

bool feedsQuantizedOnly(const RuleContext& context, const Layer& layer)
{
    return !layer.consumers.empty()
           && std::all_of(layer.consumers.begin(), layer.consumers.end(), [&context](std::size_t consumer) {
                  const auto& reader = context.layers[consumer];
                  return reader.kind == graph::OpKind::Compute && (reader.quantizer || reader.computesQuantized);
              });
}

/// Targets compute it together with the one layer that reads it, and quantize once, after that.
bool isFused(const RuleContext& context, const Layer& layer)
{
    if (layer.consumers.size() != 1)
        return false;
    const auto& reader = context.layers[layer.consumers.front()];
    return reader.producers.size() == 1 && graph::traitsNamed(graph::familyOf(reader.opType)).continuesRun;
}

} // namespace

void unquantized_between_quantized(const RuleContext& context, Findings& findings)
{
    for (const auto& layer : context.layers) {
        if (layer.isInput() || layer.kind != graph::OpKind::Compute || layer.isConstant || layer.isGraphOutput
            || layer.computesQuantized || !readsQuantized(context, layer))
            continue;
        if (context.kind == "QOperator" && layer.quantizer)
            findings.add(Severity::Info, layer.name,
                         Message("this {} runs in float between integer operators: its values are dequantized and "
                                 "quantized again around it.",
                                 layer.opType),
                         "Use an integer form of it, if there is one.");
        else if (!layer.quantizer && !context.gridOf(layer.value) && !isFused(context, layer)
                 && feedsQuantizedOnly(context, layer))
            findings.add(Severity::Warning, layer.name,
                         Message("this {} is not quantized, but everything around it is.", layer.opType),
                         "Quantize its output, too, or leave its neighbours in float.");
    }
}

} // namespace ql::analysis::checks
