// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/check_tables.h"
#include "core/analysis/checks/rule_context.h"

#include <algorithm>

namespace ql::analysis::checks {

void shared_weight(const RuleContext& context, Findings& findings)
{
    for (const auto& use : weightUses(context)) {
        const auto products = std::count_if(use.layers.begin(), use.layers.end(), [&context](const std::string& layer) {
            const auto id = context.graph.findNode(layer);
            return id && isProduct(context.graph.node(*id));
        });
        if (products < 2) // a table or a constant that several element-wise operators read is no shared operator
            continue;
        findings.add(
            Severity::Info, use.layers.front(),
            Message(
                "the weight {} is shared by {} layers: {}. One operator, called several times, sees several ranges.",
                use.name, use.layers.size(), namesText(use.layers)),
            "Give each call an operator of its own when you quantize in training.");
    }
}

} // namespace ql::analysis::checks
