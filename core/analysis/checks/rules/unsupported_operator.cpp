// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/rule_context.h"
#include "core/runs/program/program.h"
#include "core/runs/program/unsupported_nodes.h"

namespace ql::analysis::checks {

void unsupported_operator(const RuleContext& context, Findings& findings)
{
    for (const auto& node : runs::unsupportedNodes(context.graph))
        findings.add(
            Severity::Error, node.node,
            Message(
                "{} of {} (version {}) is not supported, because {}: the model can be viewed and checked, but not run.",
                node.opType, node.domain.empty() ? "ai.onnx" : node.domain, node.opset, node.reason),
            "Cut the operator off the model, express it in supported ones, or give it with --op-library.");
}

} // namespace ql::analysis::checks
