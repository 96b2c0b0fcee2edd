// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/rule_context.h"

namespace ql::analysis::checks {

namespace {

/// By node: whether an output of the model depends on it.
std::vector<bool> findAlive(const RuleContext& context)
{
    std::vector<bool> isNeeded(context.graph.valueCount(), false);
    std::vector<bool> isAlive(context.graph.nodeCount(), false);
    for (const auto output : context.graph.outputs())
        isNeeded[output.position()] = true;
    for (auto id = context.order.rbegin(); id != context.order.rend(); ++id) {
        const auto& node = context.graph.node(*id);
        if (node.outputs.empty()) // an assertion
            isAlive[id->position()] = true;
        for (const auto output : node.outputs)
            if (output.isValid() && isNeeded[output.position()])
                isAlive[id->position()] = true;
        if (!isAlive[id->position()])
            continue;
        for (const auto* values : {&node.inputs, &node.captures})
            for (const auto value : *values)
                if (value.isValid())
                    isNeeded[value.position()] = true;
    }
    return isAlive;
}

} // namespace

void dead_node(const RuleContext& context, Findings& findings)
{
    const auto isAlive = findAlive(context);
    for (const auto id : context.order)
        if (!isAlive[id.position()])
            findings.add(
                Severity::Warning, context.graph.node(id).name,
                Message("no output of the model depends on this {}.", context.graph.node(id).qualifiedOpType()),
                "Remove it, or make its result an output.");
}

} // namespace ql::analysis::checks
