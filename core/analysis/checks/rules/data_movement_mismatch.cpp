// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/rule_context.h"
#include "core/graph/operators/operator_traits.h"

namespace ql::analysis::checks {

namespace {

bool isAlike(const results::QuantizerInfo& a, const results::QuantizerInfo& b)
{
    return a.dtype == b.dtype && a.scales == b.scales && a.zeroPoints == b.zeroPoints;
}

/// What alone reads the node's first output as its first input, or null.
const graph::Node* nextOf(const RuleContext& context, const graph::Node& node)
{
    if (node.outputs.empty() || !node.outputs[0].isValid())
        return nullptr;
    const auto* reader = context.onlyReader(node.outputs[0]);
    return reader && inputAt(*reader, 0) == node.outputs[0] ? reader : nullptr;
}

/// By node, the QuantizeLinear at the end of the run of moves that begins with it; null when something else comes
/// first. From the end on, so that each node is looked at once.
std::vector<const graph::Node*> quantizersAfter(const RuleContext& context)
{
    std::vector<const graph::Node*> quantizers(context.graph.nodeCount());
    for (auto id = context.order.rbegin(); id != context.order.rend(); ++id) {
        const auto* next = nextOf(context, context.graph.node(*id));
        if (next && next->opType == "QuantizeLinear")
            quantizers[id->position()] = next;
        else if (next && graph::movesDataOnly(*next))
            quantizers[id->position()] = quantizers[next->id.position()];
    }
    return quantizers;
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
    const auto quantizers = quantizersAfter(context);
    for (const auto& node : context.nodes()) {
        if (!graph::movesDataOnly(node) || graph::isIntegerOperator(node))
            continue;
        const auto* quantize = quantizers[node.id.position()];
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
