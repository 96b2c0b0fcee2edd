// SPDX-License-Identifier: GPL-3.0-or-later
// A scale per output channel of a weight, in place of one for all.
#include "core/quant/fixes/fix.h"

#include "core/graph/operators/operator_traits.h"

#include <algorithm>

namespace ql::quant::fixes::per_channel {

namespace {

constexpr std::string_view kName = "per_channel";

bool isPossible(const FixContext& context, const graph::Node& node)
{
    if (graph::traitsNamed(node.opType).quantizing != graph::Quantizing::Weighted || node.inputs.size() < 2)
        return false;
    const auto weight = context.plan.find(node.inputs[1]);
    const auto* constant = context.graph.constantOf(node.inputs[1]);
    return weight && constant && constant->shape().size() > 1 && !context.plan.quantizers[*weight].settings.isPerChannel
           && (!context.plan.quantizers[*weight].settings.number
               || context.plan.quantizers[*weight].settings.number->isScaled());
}

FixEdit editOf(std::vector<std::string> layers)
{
    FixEdit edit{.fix = kName, .layers = std::move(layers), .change = Message("a scale per channel of the weight")};
    for (const auto& layer : edit.layers)
        edit.settings.push_back({.action = SettingsEdit::Action::PerChannel, .layer = layer});
    return edit;
}

std::vector<FixEdit> edits(const FixContext& context)
{
    std::vector<std::string> possible;
    for (const auto& node : context.graph.nodes())
        if (isPossible(context, node))
            possible.push_back(node.name);
    std::vector<FixEdit> found;
    if (possible.size() > 1)
        found.push_back(editOf(possible));
    for (const auto& layer : context.worstLayers)
        if (std::ranges::find(possible, layer) != possible.end())
            found.push_back(editOf({layer}));
    return found;
}

} // namespace

FixDefinition definition()
{
    return {kName, "a scale per channel of a weight", FixTarget::Config, edits};
}

} // namespace ql::quant::fixes::per_channel
