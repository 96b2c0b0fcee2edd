// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/plan_rules.h"

#include "core/base/error.h"

#include <algorithm>
#include <cmath>

namespace ql::quant {

using graph::Graph;

void checkFormats(const Graph& graph, const QuantPlan& plan)
{
    for (const auto& quantizer : plan.quantizers) {
        const auto& settings = quantizer.settings;
        const auto& name = graph.value(quantizer.value).name;
        requireKnownWidth(settings.format.bits, Message::text(name));
        if (settings.number && quantizer.role == QuantizerRole::Activation && !settings.number->isOfActivations())
            throw Error(ErrorCode::BadArgument,
                        Message("{} is an activation, and {} is a format of weights", name, settings.number->name),
                        "choose another with --activation-format");
    }
}

void dropFloatBiases(QuantPlan& plan)
{
    std::erase_if(plan.biases, [&](const PlannedBias& bias) {
        return plan.quantizers[bias.input].settings.number || plan.quantizers[bias.weight].settings.number;
    });
}

void raiseScalesOfLargeBiases(const graph::Graph& graph, QuantPlan& plan)
{
    for (const auto& bias : plan.biases) {
        auto& numbers = plan.quantizers[bias.weight].settings.observer.numbers;
        const auto raised = numbers.find("eps_of_large_bias");
        const auto* values = graph.constantOf(graph.node(bias.node).inputs[bias.slot]);
        if (raised == numbers.end() || !values)
            continue;
        if (std::ranges::any_of(values->toDoubles(), [](double value) { return std::abs(value) > kLargeBias; }))
            numbers["eps"] = std::max(numbers["eps"], raised->second);
    }
}

} // namespace ql::quant
