// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/support/advised_edits.h"

#include <algorithm>
#include <string_view>

namespace ql::widgets {

namespace {

bool hasRule(const results::LayerRow& layer, std::string_view word)
{
    return std::ranges::any_of(layer.advice, [word](const auto& advice) {
        return advice.severity != results::Severity::Info && advice.rule.find(word) != std::string::npos;
    });
}

} // namespace

bool isAdvised(EditKind kind, const results::LayerRow& layer)
{
    const bool isOrigin = hasRule(layer, "error-origin");
    const auto isCause = [&](std::string_view cause) {
        return isOrigin && layer.causes && layer.causes->mainCause == cause;
    };
    const bool isWeight = hasRule(layer, "weight") || isCause("weights");
    switch (kind) {
    case EditKind::PerChannel:
    case EditKind::WideWeight: return isWeight;
    case EditKind::Range: return hasRule(layer, "clamping") || hasRule(layer, "scale-wasted") || isCause("clamping");
    case EditKind::Int16: return isCause("rounding") || (!isWeight && hasRule(layer, "rounding"));
    case EditKind::Skip: return isOrigin;
    case EditKind::Restore: break;
    }
    return false;
}

} // namespace ql::widgets
