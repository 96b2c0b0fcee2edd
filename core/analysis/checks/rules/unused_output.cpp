// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/rule_context.h"

#include <algorithm>

namespace ql::analysis::checks {

void unused_output(const RuleContext& context, Findings& findings)
{
    for (const auto& node : context.nodes()) {
        const auto isRead = [&context](graph::ValueId output) {
            return output.isValid() && (context.isOutput(output) || !context.graph.value(output).consumers.empty());
        };
        if (std::none_of(node.outputs.begin(), node.outputs.end(), isRead))
            continue; // a dead node, which has a rule of its own
        for (const auto output : node.outputs)
            if (output.isValid() && !isRead(output))
                findings.add(Severity::Info, node.name,
                             Message("nobody reads its output {}.", context.graph.value(output).name),
                             "Leave the name of that output empty if the operator allows it.");
    }
}

} // namespace ql::analysis::checks
