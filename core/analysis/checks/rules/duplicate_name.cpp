// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/rule_context.h"

namespace ql::analysis::checks {

void duplicate_name(const RuleContext& context, Findings& findings)
{
    for (const auto& name : context.model.repeatedNodeNames)
        findings.add(Severity::Warning, name, Message("several nodes of the file are called {}.", name),
                     "Give every node a name of its own: a config that names it may hit the wrong one.");
}

} // namespace ql::analysis::checks
