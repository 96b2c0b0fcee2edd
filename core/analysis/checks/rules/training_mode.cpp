// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layers/training_mode.h"
#include "core/analysis/checks/rule_context.h"

namespace ql::analysis::checks {

void training_mode(const RuleContext& context, Findings& findings)
{
    for (const auto& name : nodesInTrainingMode(context.graph))
        findings.add(Severity::Error, name,
                     Message("it computes as in training: what it gives hangs on chance or on the rest of the batch."),
                     "Save the model for inference: model.eval() before torch.jit.trace, torch.export or "
                     "torch.onnx.export.");
}

} // namespace ql::analysis::checks
