// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/rule_context.h"

#include <algorithm>
#include <bit>

namespace ql::analysis::checks {

namespace {

int bitsOf(const Operand& operand)
{
    if (!operand.quantizer)
        return operand.isDynamic ? 8 : 0;
    return std::bit_width(static_cast<std::uint64_t>(operand.quantizer->highest - operand.quantizer->lowest));
}

/// AMCT's rules, which other accelerators share.
Message problemOf(int activationBits, int weightBits)
{
    if (weightBits != 4 && weightBits != 8)
        return Message("its weight has {} bits, and accelerators take 4 or 8", weightBits);
    if (activationBits > 8 && weightBits != 8)
        return Message("its input has {} bits, which need a weight of 8 bits, but that has {}", activationBits,
                       weightBits);
    if (activationBits == 4 && weightBits != 4)
        return Message("its input has 4 bits, which need a weight of 4 bits, but that has {}", weightBits);
    return {};
}

} // namespace

void bit_width(const RuleContext& context, Findings& findings)
{
    for (const auto& node : context.nodes()) {
        if (!isProduct(node))
            continue;
        const auto operands = context.operands.operandsOf(node);
        const auto weight = std::find_if(operands.begin(), operands.end(),
                                         [](const Operand& operand) { return operand.role == Operand::Role::Weight; });
        if (weight == operands.end() || bitsOf(*weight) == 0)
            continue;
        const auto problem = problemOf(bitsOf(operands.front()), bitsOf(*weight));
        if (!problem.empty())
            findings.add(Severity::Info, node.name, Message("{}.", problem),
                         "Change the bit width of the input or of the weight if the target refuses it.");
    }
}

} // namespace ql::analysis::checks
