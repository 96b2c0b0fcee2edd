// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges found anew: by the bounds of the data, by percentiles of it, and by the least squared error.
#include "core/quant/fixes/fix.h"

#include <algorithm>
#include <set>

namespace ql::quant::fixes::range {

namespace {

constexpr std::string_view kName = "range";
constexpr double kLadder[]{0.99999, 0.9999, 0.999, 0.99};

struct Rung {
    ObserverSettings observer;
    Message change;
};

std::vector<Rung> rungs()
{
    std::vector<Rung> found{{{.method = "min_max"}, Message("range by {}", "min_max")}};
    for (const double share : kLadder)
        found.push_back({{.method = "percentile", .numbers = {{"max_percentile", share}}},
                         Message("range by percentile {}", share)});
    found.push_back({{.method = "mse"}, Message("range by {}", "mse")});
    return found;
}

/// The quantizers that decide on what the worst layers read and make, worst first.
std::vector<std::size_t> worstQuantizers(const FixContext& context)
{
    std::vector<std::size_t> found;
    const auto add = [&](graph::ValueId value) {
        const auto index = value.isValid() ? context.plan.find(value) : std::nullopt;
        if (!index)
            return;
        const auto decider = context.plan.decider(*index);
        if (!context.plan.quantizers[decider].knownRange && std::ranges::find(found, decider) == found.end())
            found.push_back(decider);
    };
    for (const auto& layer : context.worstLayers) {
        const auto& node = context.graph.node(*context.graph.findNode(layer));
        std::ranges::for_each(node.inputs, add);
        std::ranges::for_each(node.outputs, add);
    }
    return found;
}

std::vector<FixEdit> edits(const FixContext& context)
{
    std::vector<FixEdit> found;
    for (const auto& rung : rungs())
        found.push_back({.fix = kName,
                         .layers = {},
                         .change = rung.change,
                         .settings = {{.action = SettingsEdit::Action::Range, .observer = rung.observer}}});
    for (const auto index : worstQuantizers(context)) {
        const auto& quantizer = context.plan.quantizers[index];
        const auto& value = context.graph.value(quantizer.value).name;
        for (const auto& rung : rungs())
            if (rung.observer != quantizer.settings.observer)
                found.push_back(
                    {.fix = kName,
                     .layers = {quantizer.layer},
                     .change = Message("{} of {}", rung.change, value),
                     .settings = {{.action = SettingsEdit::Action::Range, .value = value, .observer = rung.observer}}});
    }
    return found;
}

} // namespace

FixDefinition definition()
{
    return {kName, "the range of a value found anew, by percentiles among others", FixTarget::Config, edits};
}

} // namespace ql::quant::fixes::range
