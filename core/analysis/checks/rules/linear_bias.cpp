// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/rule_context.h"
#include "core/config/constraints/awkward_exports.h"

namespace ql::analysis::checks {

void linear_bias(const RuleContext& context, Findings& findings)
{
    for (const auto* node : config::biasedLinears(context.graph))
        findings.add(
            Severity::Info, node->name,
            "it is a Linear with a bias on more than two dimensions, exported as MatMul and Add; AMCT does not "
            "quantize that (its compiler takes no offset of a MatMul).",
            "Reshape its input to two dimensions and its output back, or write it as a 1×1 convolution.");
}

} // namespace ql::analysis::checks
