// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/rule_context.h"

#include <fmt/format.h>

namespace ql::analysis::checks {

namespace {

/// By node: whether an output of the model depends on it.
std::vector<bool> findAlive(const ModelFacts& facts)
{
    std::vector<bool> isNeeded(facts.graph.valueCount(), false);
    std::vector<bool> isAlive(facts.graph.nodeCount(), false);
    for (const auto output : facts.graph.outputs())
        isNeeded[output.position()] = true;
    for (auto id = facts.order.rbegin(); id != facts.order.rend(); ++id) {
        const auto& node = facts.graph.node(*id);
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

Findings dead_node(const ModelFacts& facts)
{
    Findings findings;
    const auto isAlive = findAlive(facts);
    for (const auto id : facts.order)
        if (!isAlive[id.position()])
            findings.push_back(
                {Severity::Warning,
                 {},
                 facts.graph.node(id).name,
                 fmt::format("no output of the model depends on this {}.", facts.graph.node(id).qualifiedOpType()),
                 "Remove it, or make its result an output."});
    return findings;
}

} // namespace ql::analysis::checks
