// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/check_tables.h"
#include "core/analysis/checks/rule_context.h"

#include <fmt/format.h>

namespace ql::analysis::checks {

void unfused_run(const RuleContext& context, Findings& findings)
{
    for (const auto& run : fusableRuns(context)) {
        std::vector<std::string> names;
        for (const auto& member : run.members)
            names.push_back(fmt::format("{} ({})", member.name, member.opType));
        // An addition joins two branches, and not every target adds into the accumulator.
        const bool isCostly = run.hasQuantizerInside && !run.pattern.ends_with("add");
        findings.add(isCostly ? Severity::Warning : Severity::Info, run.members.front().name,
                     run.hasQuantizerInside ? Message(
                         "{} could be one operator: {}. A quantizer between them rounds once more than needed.",
                         run.pattern, namesText(names))
                                            : Message("{} could be one operator: {}.", run.pattern, namesText(names)),
                     run.hasQuantizerInside ? Message("Leave the quantizer inside the run out.")
                                            : Message("Fold the normalisation into the weight before quantizing."));
    }
}

} // namespace ql::analysis::checks
