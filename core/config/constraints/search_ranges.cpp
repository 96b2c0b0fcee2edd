// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/constraints/constraint_context.h"
#include "core/config/parameter_table.h"

namespace ql::config {

namespace {

/// 1.2 - 0.8 is a little below 0.4.
constexpr double kRounding = 1 + 1e-9;

double numberOf(const Observer& observer, const char* name)
{
    return observer.parameters.numberOr(name, defaultNumber(parametersOf(observer.kind), name));
}

SourcePosition placeOf(const Observer& observer, SourcePosition otherwise)
{
    for (const auto& entry : observer.parameters.entries())
        if (entry.name.starts_with("search_"))
            return entry.position;
    return otherwise;
}

void checkSearch(const Located<Observer>& said, const std::string& owner, ConfigFindings& findings)
{
    if (!said || (said->kind != ObserverKind::Ifmr && said->kind != ObserverKind::LuqMse))
        return;
    const auto start = numberOf(*said, "search_start");
    const auto end = numberOf(*said, "search_end");
    const auto place = placeOf(*said, said.position);
    const auto layers = owner.empty() ? std::vector<std::string>() : std::vector{owner};
    if (start >= end)
        findings.push_back(ruleError("search-range", layers,
                                     Message("a search from {} to {}: it has to end above its start", start, end),
                                     "swap search_start and search_end", place));
    else if (said->kind == ObserverKind::Ifmr && numberOf(*said, "search_step") > (end - start) * kRounding)
        findings.push_back(ruleError("search-range", layers,
                                     Message("a search from {} to {} in steps of {}: the first step leaves it", start,
                                             end, numberOf(*said, "search_step")),
                                     "make search_step smaller than the range", place));
}

void checkSettings(const LayerSettings& settings, const std::string& owner, ConfigFindings& findings)
{
    checkSearch(settings.activation.observer, owner, findings);
    for (const auto& input : settings.inputs)
        checkSearch(input.observer, owner, findings);
    checkSearch(settings.weight.observer, owner, findings);
    checkSearch(settings.output.observer, owner, findings);
}

} // namespace

void checkSearchRanges(const QuantConfig& config, ConfigFindings& findings)
{
    checkSettings(config.common, "", findings);
    for (const auto& override : config.overrides)
        checkSettings(override.settings, override.selector.name, findings);
}

} // namespace ql::config
