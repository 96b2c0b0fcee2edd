// SPDX-License-Identifier: GPL-3.0-or-later
// The activations of a layer in 16 bits.
#include "core/quant/fixes/fix.h"

namespace ql::quant::fixes::wide {

namespace {

constexpr std::string_view kName = "wide";

std::vector<FixEdit> edits(const FixContext& context)
{
    std::vector<FixEdit> found;
    for (const auto& layer : context.worstLayers)
        found.push_back({.fix = kName,
                         .layers = {layer},
                         .change = Message("activations in 16 bits"),
                         .settings = {{.action = SettingsEdit::Action::Wide, .layer = layer}}});
    return found;
}

} // namespace

FixDefinition definition()
{
    return {kName, "activations of a layer in 16 bits", FixTarget::Config, edits};
}

} // namespace ql::quant::fixes::wide
