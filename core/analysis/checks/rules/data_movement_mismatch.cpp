// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/rule_context.h"
#include "core/graph/operators/operator_traits.h"

namespace ql::analysis::checks {

namespace {

bool isAlike(const results::QuantizerInfo& a, const results::QuantizerInfo& b)
{
    return a.dtype == b.dtype && a.scales == b.scales && a.zeroPoints == b.zeroPoints;
}

/// The QuantizeLinear at the end of the run of moves that begins with @p node; null when something else comes first.
const graph::Node* quantizeAfter(const RuleContext& context, const graph::Node& node)
{
    const auto* current = &node;
    while (!current->outputs.empty() && current->outputs[0].isValid()) {
        const auto* reader = context.onlyReader(current->outputs[0]);
        if (!reader || inputAt(*reader, 0) != current->outputs[0])
            return nullptr;
        if (reader->opType == "QuantizeLinear")
            return reader;
        if (!graph::movesDataOnly(*reader))
            return nullptr;
        current = reader;
    }
    return nullptr;
}

/// Whether what @p quantize makes goes to outputs of the model only.
bool isTail(const RuleContext& context, const graph::Node& quantize)
{
    for (const auto reader : context.graph.value(quantize.outputs[0]).consumers)
        for (const auto output : context.graph.node(reader).outputs)
            if (output.isValid() && !context.graph.value(output).consumers.empty())
                return false;
    return true;
}

} // namespace

void data_movement_mismatch(const RuleContext& context, Findings& findings)
{
    for (const auto& node : context.nodes()) {
        if (!graph::movesDataOnly(node) || graph::isIntegerOperator(node))
            continue;
        const auto* quantize = quantizeAfter(context, node);
        const auto after = quantize ? context.operands.quantizerOf(outputAt(*quantize, 0)) : std::nullopt;
        if (!after || isTail(context, *quantize))
            continue;
        for (const auto& operand : context.operands.operandsOf(node)) {
            if (operand.role != Operand::Role::Activation || !operand.quantizer || isAlike(*operand.quantizer, *after))
                continue;
            // Inputs of a Concat differ in range by nature; a lone tensor that is only moved does not.
            findings.add(
                graph::traitsNamed(node.opType).joins ? Severity::Info : Severity::Warning, node.name,
                Message("it only moves data, yet {} comes in as {} and goes on as {}: every value is rounded twice.",
                        context.graph.value(operand.read).name, describe(*operand.quantizer), describe(*after)),
                "Give its input the quantization parameters of its consumer.");
        }
    }
}

} // namespace ql::analysis::checks
