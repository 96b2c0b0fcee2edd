// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/rule_context.h"

namespace ql::analysis::checks {

namespace {

/// The layer that computed what @p layer, which may only move it, gives out.
const Layer& computingLayer(const RuleContext& context, const Layer& layer)
{
    const auto* current = &layer;
    while (current->kind == graph::OpKind::DataMovement && current->producers.size() == 1)
        current = &context.layers[current->producers.front()];
    return *current;
}

} // namespace

void quantized_output(const RuleContext& context, Findings& findings)
{
    for (const auto& layer : context.layers) {
        if (!layer.isGraphOutput || !layer.quantizer || layer.isInput() || layer.isConstant)
            continue;
        const auto& source = computingLayer(context, layer);
        const bool isFromProduct = !source.isInput() && isProduct(context.graph.node(source.node));
        findings.add(isFromProduct ? Severity::Warning : Severity::Info, layer.name,
                     isFromProduct ? Message("the model's output comes straight out of {} ({}) and is quantized to {}.",
                                             source.name, source.opType, layer.quantizer->dtype)
                                   : Message("the model's output is quantized to {}.", layer.quantizer->dtype),
                     "Use high-precision output: leave the quantizer after the last layer out.");
    }
}

} // namespace ql::analysis::checks
