// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/layer_advice.h"
#include "core/analysis/checks/rule_context.h"

namespace ql::analysis::checks {

void depthwise_weight_per_tensor(const RuleContext& context, Findings& findings)
{
    for (const auto& node : context.nodes()) {
        const auto steps = depthwiseStepsPerChannel(context.graph, node);
        if (steps.empty())
            continue;
        if (const auto advice = unevenDepthwiseSteps(steps))
            findings.add(advice->severity, node.name, advice->message, advice->remedy);
        else
            findings.add(
                Severity::Info, node.name,
                Message(
                    "one scale serves all {} weight channels of this depthwise convolution; their ranges are alike.",
                    steps.size()),
                "Per-channel scales cost nothing here and are safer.");
    }
}

} // namespace ql::analysis::checks
