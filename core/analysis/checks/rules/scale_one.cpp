// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/check_tables.h"
#include "core/analysis/checks/rule_context.h"

namespace ql::analysis::checks {

void findScaleOne(const Calibration& state, Findings& findings)
{
    if (!state.isUncalibrated())
        return;
    const bool isAll = state.ones == state.quantizers;
    findings.add(isAll ? Severity::Error : Severity::Warning, {},
                 Message("{} of {} activation quantizers have a scale of exactly 1: they were never calibrated.",
                         state.ones, state.quantizers),
                 "Calibrate with real data before the quantizers are fixed.");
}

void scale_one(const RuleContext& context, Findings& findings)
{
    findScaleOne(calibrationOf(context), findings);
}

} // namespace ql::analysis::checks
