// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/check_tables.h"
#include "core/analysis/checks/rule_context.h"

namespace ql::analysis::checks {

void uncalled_module(const RuleContext& context, Findings& findings)
{
    for (const auto& use : moduleUses(context))
        if (use.calls == std::uint64_t(0))
            findings.add(Severity::Info, use.name, Message("the module {} ({}) is never called.", use.name, use.type),
                         "Call it or remove it: what is never called is neither calibrated nor trained.");
}

} // namespace ql::analysis::checks
