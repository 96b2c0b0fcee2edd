// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/check_tables.h"
#include "core/analysis/checks/rule_context.h"

namespace ql::analysis::checks {

void unused_initializer(const RuleContext& context, Findings& findings)
{
    for (const auto& use : weightUses(context))
        if (use.layers.empty())
            findings.add(Severity::Info, use.name, Message("nobody reads the constant {}.", use.name),
                         "Remove it from the file.");
}

} // namespace ql::analysis::checks
