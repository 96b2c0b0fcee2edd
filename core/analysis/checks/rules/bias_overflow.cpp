// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/rule_context.h"
#include "core/analysis/layers/bias_steps.h"

#include <algorithm>
#include <cmath>

namespace ql::analysis::checks {

namespace {

const Operand* withRole(const std::vector<Operand>& operands, Operand::Role role)
{
    const auto found = std::ranges::find(operands, role, &Operand::role);
    return found == operands.end() ? nullptr : &*found;
}

/// The real numbers of a bias, whether it is kept in floats or in integers.
std::vector<double> numbersOf(const Operand& bias)
{
    auto numbers = bias.constant->toDoubles();
    const auto scales = bias.quantizer ? bias.quantizer->scales : std::vector{1.0};
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] *= scales[scales.size() == 1 ? 0 : i % scales.size()];
    return numbers;
}

} // namespace

void bias_overflow(const RuleContext& context, Findings& findings)
{
    for (const auto& node : context.nodes()) {
        if (!isProduct(node))
            continue;
        const auto operands = context.operands.operandsOf(node);
        const auto* bias = withRole(operands, Operand::Role::Bias);
        const auto* weight = withRole(operands, Operand::Role::Weight);
        const auto* input = withRole(operands, Operand::Role::Activation);
        if (!bias || !weight || !input || !bias->constant || !weight->quantizer || !input->quantizer)
            continue;
        const auto worst = biasOverflow(numbersOf(*bias), input->quantizer->scales.front(), weight->quantizer->scales);
        if (worst)
            findings.add(Severity::Error, node.name,
                         Message("The bias of channel {} becomes {} in steps of {}, which int32 cannot hold.",
                                 worst->channel, std::nearbyint(worst->integer), worst->step),
                         "Enlarge the scale of the weight, or leave the layer in high precision.");
    }
}

} // namespace ql::analysis::checks
