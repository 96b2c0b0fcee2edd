// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/rule_context.h"
#include "core/config/constraints/awkward_exports.h"

namespace ql::analysis::checks {

void sliced_chunk(const RuleContext& context, Findings& findings)
{
    for (const auto& chunk : config::slicedChunks(context.graph))
        findings.add(
            Severity::Info, chunk.first->name,
            Message("{} is cut into {} slices at bounds worked out from its shape, as torch.chunk is exported; "
                    "AMCT does not quantize what it was split into.",
                    context.graph.value(chunk.cut).name, chunk.pieces),
            "Write torch.split in place of torch.chunk.");
}

} // namespace ql::analysis::checks
