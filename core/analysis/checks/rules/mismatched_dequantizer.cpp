// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/rule_context.h"
#include "core/analysis/layers/quantizer_lookup.h"

namespace ql::analysis::checks {

void mismatched_dequantizer(const RuleContext& context, Findings& findings)
{
    for (const auto& use : context.scales) {
        const auto made = context.operands.quantizerOf(use.tensor);
        const auto& node = context.graph.node(use.node);
        if (!made || node.attributes.intOr("block_size", 0) != 0)
            continue;
        const auto type = graph::dataTypeFromName(made->dtype);
        const auto read =
            type ? readQuantizer(context.graph, {use.scale, use.zeroPoint, use.axis}, *type) : std::nullopt;
        if (!read || (read->scales == made->scales && read->zeroPoints == made->zeroPoints))
            continue;
        findings.add(Severity::Error, node.name,
                     Message("it reads {} as {}, but that was quantized as {}.", context.graph.value(use.tensor).name,
                             describe(*read), describe(*made)),
                     "Give both the same scale and zero point: its numbers are off by a factor.");
    }
}

} // namespace ql::analysis::checks
