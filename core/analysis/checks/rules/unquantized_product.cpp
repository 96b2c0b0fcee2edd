// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/rule_context.h"

#include <fmt/format.h>

#include <algorithm>

namespace ql::analysis::checks {

Findings unquantized_product(const ModelFacts& facts)
{
    Findings findings;
    if (!facts.isQuantized())
        return findings;
    const bool isDynamic = facts.kind == "dynamic";
    for (const auto& layer : facts.layers) {
        if (layer.isInput() || layer.isConstant)
            continue;
        const auto& node = facts.graph.node(layer.run.front());
        // Dynamic quantization is for products alone.
        if (graph::isIntegerOperator(node) || !(isProduct(node) || (isPooling(node) && !isDynamic)))
            continue;
        const auto operands = facts.operands.operandsOf(node);
        if (operands.empty()
            || std::any_of(operands.begin(), operands.end(), [](const Operand& each) { return each.isQuantized(); }))
            continue;
        findings.push_back({isProduct(node) && !isDynamic ? Severity::Warning : Severity::Info,
                            {},
                            layer.name,
                            fmt::format("this {} computes in float in a quantized model.", layer.opType),
                            "Quantize it unless it was left out on purpose; some accelerators can't leave it out."});
    }
    return findings;
}

} // namespace ql::analysis::checks
