// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/rule_context.h"

#include <algorithm>

namespace ql::analysis::checks {

void unquantized_product(const RuleContext& context, Findings& findings)
{
    if (!context.isQuantized())
        return;
    const bool isDynamic = context.kind == "dynamic" || context.kind == "weight-only";
    for (const auto& layer : context.layers) {
        if (layer.isInput() || layer.isConstant)
            continue;
        const auto& node = context.graph.node(layer.run.front());
        // Dynamic quantization is for products alone, and so are packed weights.
        if (graph::isIntegerOperator(node) || !(isProduct(node) || (isPooling(node) && !isDynamic)))
            continue;
        const auto operands = context.operands.operandsOf(node);
        if (operands.empty()
            || std::any_of(operands.begin(), operands.end(), [](const Operand& each) { return each.isQuantized(); }))
            continue;
        findings.add(isProduct(node) && !isDynamic ? Severity::Warning : Severity::Info, layer.name,
                     Message("this {} computes in float in a quantized model.", layer.opType),
                     "Quantize it unless it was left out on purpose; some accelerators can't leave it out.");
    }
}

} // namespace ql::analysis::checks
