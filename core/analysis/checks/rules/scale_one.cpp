// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/check_tables.h"
#include "core/analysis/checks/rule_context.h"

namespace ql::analysis::checks {

namespace {

const Message kRemedy("Calibrate with real data before the quantizers are fixed.");

/// A scale that calibration finds is hardly ever 1.
void findLone(const Calibration& state, Findings& findings)
{
    for (const auto& layer : state.layersAtOne)
        findings.add(Severity::Warning, layer,
                     Message("its scale is exactly 1, as before calibration; that of {} of {} activation quantizers is "
                             "another.",
                             state.quantizers - state.ones, state.quantizers),
                     kRemedy);
}

} // namespace

void findScaleOne(const Calibration& state, Findings& findings)
{
    if (!state.isUncalibrated()) {
        if (!state.arePowersOfTwo)
            findLone(state, findings);
        return;
    }
    const bool isAll = state.ones == state.quantizers;
    findings.add(isAll ? Severity::Error : Severity::Warning, {},
                 Message("{} of {} activation quantizers have a scale of exactly 1: they were never calibrated.",
                         state.ones, state.quantizers),
                 kRemedy);
}

void scale_one(const RuleContext& context, Findings& findings)
{
    findScaleOne(calibrationOf(context), findings);
}

} // namespace ql::analysis::checks
