// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/rule_context.h"
#include "core/graph/operators/operator_traits.h"

namespace ql::analysis::checks {

namespace {

bool isEightBitSymmetric(const results::QuantizerInfo& quantizer)
{
    constexpr std::int64_t kHighest = 255;
    const bool isEightBit = quantizer.highest - quantizer.lowest == kHighest;
    const std::int64_t middle = quantizer.lowest < 0 ? 0 : (kHighest + 1) / 2;
    for (const auto zeroPoint : quantizer.zeroPoints)
        if (zeroPoint != middle)
            return false;
    return isEightBit;
}

} // namespace

void matmul_second_input(const RuleContext& context, Findings& findings)
{
    for (const auto& node : context.nodes()) {
        if (graph::familyTraits(node.opType).product != graph::Product::Matrix)
            continue;
        const auto operands = context.operands.operandsOf(node);
        if (operands.size() < 2 || operands[1].role != Operand::Role::Activation || !operands[1].quantizer
            || isEightBitSymmetric(*operands[1].quantizer))
            continue;
        findings.add(Severity::Info, node.name,
                     Message("its second input {} is {}; some accelerators take 8 bits, symmetric, there.",
                             context.graph.value(operands[1].read).name, describe(*operands[1].quantizer)),
                     "Quantize it symmetrically, or swap the operands (A·B = (Bᵀ·Aᵀ)ᵀ) when the first one's range is "
                     "the smaller.");
    }
}

} // namespace ql::analysis::checks
