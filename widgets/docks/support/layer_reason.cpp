// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/support/layer_reason.h"

#include "widgets/text/core_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <string_view>

namespace ql::widgets {

namespace {

/// Gives this file's words their context.
struct LayerReason {
    Q_DECLARE_TR_FUNCTIONS(LayerReason)
};

constexpr std::array<std::string_view, 5> kGeneralRules{"error-origin", "weight-rounding", "rounding", "clamping",
                                                        "inherited"};

} // namespace

const results::Diagnostic* tellingAdvice(const results::LayerRow& layer)
{
    const auto found = std::ranges::find_if(layer.advice, [](const auto& advice) {
        return advice.severity != results::Severity::Info && !advice.isGuess
               && std::ranges::find(kGeneralRules, advice.rule) == kGeneralRules.end();
    });
    return found == layer.advice.end() ? nullptr : &*found;
}

QString layerReason(const results::LayerRow& layer)
{
    if (const auto* advice = tellingAdvice(layer))
        return coreSentence(advice->message);
    const std::string cause = layer.causes ? layer.causes->mainCause : std::string();
    if (cause == "weights")
        return LayerReason::tr("The step of its weight is too coarse.");
    if (cause == "rounding")
        return LayerReason::tr("The step of its scale is too coarse for its values.");
    if (cause == "clamping")
        return LayerReason::tr("Its range is too small: it clamps values.");
    return {};
}

} // namespace ql::widgets
