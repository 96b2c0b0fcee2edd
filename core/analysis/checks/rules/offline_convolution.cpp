// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/rule_context.h"
#include "core/config/constraints/awkward_exports.h"

namespace ql::analysis::checks {

void offline_convolution(const RuleContext& context, Findings& findings)
{
    for (const auto* node : config::offlineConvolutions(context.graph))
        findings.add(
            Severity::Info, node->name,
            "it reads no data, only constants (Tensor.data); AMCT's compiler works it out beforehand and refuses "
            "it quantized: \"can't gen offline output\".",
            "Leave it out of the quantization: quant_enable false, or its name in skip_layers.");
}

} // namespace ql::analysis::checks
