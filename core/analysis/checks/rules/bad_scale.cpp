// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_text.h"
#include "core/analysis/checks/rule_context.h"

#include <cmath>
#include <limits>
#include <set>

namespace ql::analysis::checks {

namespace {

std::optional<Diagnostic> judge(double scale, bool isWeight)
{
    const auto finding = [](Severity severity, const Message& what) { return Diagnostic{severity, {}, {}, what, {}}; };
    if (std::isnan(scale) || std::isinf(scale))
        return finding(Severity::Error, "is not a finite number");
    if (scale < 0.0)
        return finding(Severity::Error, "is negative");
    if (scale == 0.0) // a weight's zero times zero is still right
        return finding(isWeight ? Severity::Warning : Severity::Error, "is zero");
    if (scale < std::numeric_limits<float>::min())
        return finding(Severity::Warning, "is denormal: hardware that flushes denormals to zero divides by it");
    return std::nullopt;
}

} // namespace

Findings bad_scale(const RuleContext& context)
{
    Findings findings;
    std::set<graph::ValueId> seen;
    for (const auto& use : context.scales) {
        const auto* constant = context.graph.constantOf(use.scale);
        if (!constant || !graph::isFloatingPoint(constant->type()) || !seen.insert(use.scale).second)
            continue;
        const auto scales = constant->toDoubles();
        for (std::size_t channel = 0; channel < scales.size(); ++channel) {
            auto finding = judge(scales[channel], use.isWeight);
            if (!finding)
                continue;
            const auto where = scales.size() > 1 ? Message(" of channel {}", channel) : Message();
            finding->subject = context.graph.node(use.node).name;
            finding->message = Message("the scale{} of {} ({}) {}.", where, context.graph.value(use.tensor).name,
                                       number(scales[channel]), finding->message);
            finding->remedy = "Calibrate again; a tensor that is all zero still needs a positive scale.";
            findings.push_back(std::move(*finding));
            break; // one channel tells enough
        }
    }
    return findings;
}

} // namespace ql::analysis::checks
