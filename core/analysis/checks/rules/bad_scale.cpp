// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_text.h"
#include "core/analysis/checks/rule_context.h"

#include <cmath>
#include <limits>
#include <set>

namespace ql::analysis::checks {

namespace {

/// What is wrong with it, if anything, and how badly.
std::optional<std::pair<Severity, Message>> judge(double scale, bool isWeight)
{
    if (std::isnan(scale) || std::isinf(scale))
        return std::pair(Severity::Error, Message("is not a finite number"));
    if (scale < 0.0)
        return std::pair(Severity::Error, Message("is negative"));
    if (scale == 0.0) // a weight's zero times zero is still right
        return std::pair(isWeight ? Severity::Warning : Severity::Error, Message("is zero"));
    if (scale < std::numeric_limits<float>::min())
        return std::pair(Severity::Warning,
                         Message("is denormal: hardware that flushes denormals to zero divides by it"));
    return std::nullopt;
}

} // namespace

void bad_scale(const RuleContext& context, Findings& findings)
{
    std::set<graph::ValueId> seen;
    for (const auto& use : context.scales) {
        const auto* constant = context.graph.constantOf(use.scale);
        if (!constant || !graph::isFloatingPoint(constant->type()) || !seen.insert(use.scale).second)
            continue;
        const auto scales = constant->toDoubles();
        for (std::size_t channel = 0; channel < scales.size(); ++channel) {
            const auto problem = judge(scales[channel], use.isWeight);
            if (!problem)
                continue;
            const auto where = scales.size() > 1 ? Message(" of channel {}", channel) : Message();
            findings.add(problem->first, context.graph.node(use.node).name,
                         Message("the scale{} of {} ({}) {}.", where, context.graph.value(use.tensor).name,
                                 number(scales[channel]), problem->second),
                         "Calibrate again; a tensor that is all zero still needs a positive scale.");
            break; // one channel tells enough
        }
    }
}

} // namespace ql::analysis::checks
