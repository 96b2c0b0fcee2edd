// SPDX-License-Identifier: GPL-3.0-or-later
// A layer, or an output of the network, that stays in float.
#include "core/quant/fixes/fix.h"

namespace ql::quant::fixes::high_precision {

namespace {

constexpr std::string_view kName = "high_precision";

std::vector<FixEdit> edits(const FixContext& context)
{
    std::vector<FixEdit> found;
    for (const auto output : context.graph.outputs()) {
        const auto& value = context.graph.value(output);
        if (context.plan.find(output) && value.producer.isValid())
            found.push_back({.fix = kName,
                             .layers = {context.graph.node(value.producer).name},
                             .change = Message("output {} in float", value.name),
                             .settings = {{.action = SettingsEdit::Action::Float, .value = value.name}}});
    }
    for (const auto& layer : context.worstLayers)
        found.push_back({.fix = kName,
                         .layers = {layer},
                         .change = Message("the layer in float"),
                         .settings = {{.action = SettingsEdit::Action::Float, .layer = layer}}});
    return found;
}

} // namespace

FixDefinition definition()
{
    return {kName, "a layer or an output left in float", FixTarget::Config, edits};
}

} // namespace ql::quant::fixes::high_precision
