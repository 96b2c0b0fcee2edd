// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/check_tables.h"
#include "core/analysis/checks/rule_context.h"

namespace ql::analysis::checks {

void scale_one(const RuleContext& context, Findings& findings)
{
    const auto state = calibrationOf(context);
    if (!state.isUncalibrated())
        return;
    const bool isAll = state.ones == state.quantizers;
    findings.add(isAll ? Severity::Error : Severity::Warning, {},
                 Message("{} of {} activation quantizers have a scale of exactly 1: they were never calibrated.",
                         state.ones, state.quantizers),
                 "Calibrate with real data before the quantizers are fixed.");
}

} // namespace ql::analysis::checks
