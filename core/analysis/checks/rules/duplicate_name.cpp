// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/rule_context.h"

namespace ql::analysis::checks {

Findings duplicate_name(const RuleContext& context)
{
    Findings findings;
    for (const auto& name : context.model.repeatedNodeNames)
        findings.push_back({Severity::Warning,
                            {},
                            name,
                            Message("several nodes of the file are called {}.", name),
                            "Give every node a name of its own: a config that names it may hit the wrong one."});
    return findings;
}

} // namespace ql::analysis::checks
