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
    for (const auto& name : context.model.idleQuantizers)
        findings.add(Severity::Warning, name,
                     "its fake quantizer is switched off while others are on: what it quantizes is computed in float.",
                     "Switch it on before the model is saved (torch.ao.quantization.enable_fake_quant), unless it was "
                     "left out on purpose.");
    if (context.model.trainingState == "QAT")
        findings.add(Severity::Info, {},
                     "it was saved with its observers on: its scales are those that the file holds.",
                     "Switch them off before it is saved: model.apply(torch.ao.quantization.disable_observer).");
}

} // namespace ql::analysis::checks
