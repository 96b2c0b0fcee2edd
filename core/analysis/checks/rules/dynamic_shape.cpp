// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/rule_context.h"

#include <algorithm>

namespace ql::analysis::checks {

void dynamic_shape(const RuleContext& context, Findings& findings)
{
    for (const auto id : context.graph.inputs()) {
        const auto& input = context.graph.value(id);
        const bool isFixed = input.shape
                             && std::all_of(input.shape->begin(), input.shape->end(),
                                            [](const graph::Dimension& dimension) { return dimension.size >= 0; });
        if (!isFixed)
            findings.add(Severity::Info, input.name,
                         Message("the shape of input {} is {}.", input.name,
                                 input.shape ? Message::text(graph::toString(*input.shape)) : Message("unknown")),
                         "Compilers for accelerators often want fixed shapes.");
    }
}

} // namespace ql::analysis::checks
