// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/rule_context.h"

#include <algorithm>
#include <set>

namespace ql::analysis::checks {

namespace {

Message dtypeOf(const RuleContext& context, const Operand& operand)
{
    if (const auto* grid = context.gridOf(operand))
        return Message::text(grid->dtype);
    const auto type = context.graph.value(operand.integers.isValid() ? operand.integers : operand.read).type;
    return type == graph::DataType::Undefined ? Message("not quantized") : Message("{}", graph::name(type));
}

bool isQuantizedAfter(const RuleContext& context, const graph::Node& node)
{
    const auto* reader =
        node.outputs.empty() || !node.outputs[0].isValid() ? nullptr : context.onlyReader(node.outputs[0]);
    return reader && reader->opType == "QuantizeLinear";
}

/// The inputs that must agree: all activations, and a product's weight.
std::vector<Operand> comparedOperands(const RuleContext& context, const graph::Node& node)
{
    auto operands = context.operands.operandsOf(node);
    std::erase_if(operands, [&node](const Operand& operand) {
        const bool isWeight = operand.role == Operand::Role::Weight;
        return operand.role == Operand::Role::Bias || (isWeight && !isProduct(node));
    });
    return operands;
}

/// A model whose activations all stay in float is quantized in its weights only, on purpose.
bool quantizesActivations(const RuleContext& context)
{
    return std::any_of(context.scales.begin(), context.scales.end(), [](const ScaleUse& use) { return !use.isWeight; });
}

} // namespace

void mixed_precision_inputs(const RuleContext& context, Findings& findings)
{
    if (!quantizesActivations(context))
        return;
    for (const auto& node : context.nodes()) {
        const auto operands = comparedOperands(context, node);
        const bool isJudged = isProduct(node) || isQuantizedAfter(context, node);
        if (operands.size() < 2 || !isJudged || graph::isIntegerOperator(node))
            continue;
        const auto quantized = std::count_if(operands.begin(), operands.end(), [&context](const Operand& operand) {
            return operand.isQuantized() || context.gridOf(operand);
        });
        std::set<std::string> widths;
        std::vector<Message> inputs;
        for (const auto& operand : operands) {
            inputs.push_back(Message("{} is {}", context.graph.value(operand.read).name, dtypeOf(context, operand)));
            if (const auto* grid = context.gridOf(operand); grid && operand.role == Operand::Role::Activation)
                widths.insert(std::to_string(grid->highest - grid->lowest));
        }
        const bool isPartly = quantized > 0 && quantized < std::ssize(operands);
        if (isPartly || widths.size() > 1)
            findings.add(Severity::Warning, node.name,
                         Message("its inputs differ in precision: {}.", Message::list(inputs)),
                         "Quantize all inputs alike, or none of them.");
    }
}

} // namespace ql::analysis::checks
