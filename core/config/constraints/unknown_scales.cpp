// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/constraints/check_config.h"

#include "core/config/constraints/constraint_context.h"
#include "core/config/dialects/dialect.h"

#include <algorithm>
#include <set>

namespace ql::config {

namespace {

constexpr std::size_t kShown = 3;

/// Arithmetic on shapes has no scales.
bool makesFloats(const graph::Graph& graph, const graph::Node& node)
{
    return std::ranges::any_of(node.outputs, [&graph](graph::ValueId output) {
        if (!output.isValid())
            return false;
        const auto type = graph.value(output).type;
        return type == graph::DataType::Undefined || graph::isFloatingPoint(type);
    });
}

/// Values whose scales the file gives.
std::set<graph::ValueId> givenScales(const ConstraintContext& context)
{
    std::set<graph::ValueId> given;
    for (const auto& override : context.config.overrides)
        if (override.selector.kind == Selector::Kind::Tensor && override.settings.activation.fixed)
            if (const auto value = context.names.findValue(override.selector.name))
                given.insert(*value);
    return given;
}

results::Diagnostic finding(const UnknownScales& unknown, std::vector<std::string> layers, Message message)
{
    auto finding = ruleError("not-simulated", std::move(layers), std::move(message), unknown.remedy);
    finding.severity = results::Severity::Info;
    return finding;
}

} // namespace

std::vector<results::Diagnostic> unknownScales(const Dialect& dialect, const QuantConfig& config,
                                               const graph::Graph* graph)
{
    const auto* unknown = dialect.unknownScales;
    if (!unknown)
        return {};
    if (!graph)
        return {finding(*unknown, {},
                        Message("{}: such layers have scales of their own here; with the network named by --model they "
                                "are listed",
                                unknown->reason))};
    const ConstraintContext context(config, *graph);
    const auto given = givenScales(context);
    std::vector<std::string> layers;
    for (const auto& layer : context.layers) {
        const auto isGiven = [&given](graph::ValueId value) { return !value.isValid() || given.contains(value); };
        if (layer.resolved.isQuantized && unknown->concerns(*layer.node) && makesFloats(*graph, *layer.node)
            && !(std::ranges::all_of(layer.inputs, isGiven) && std::ranges::all_of(layer.node->outputs, isGiven)))
            layers.push_back(layer.name);
    }
    if (layers.empty())
        return {};
    auto named =
        Message::names({layers.begin(), layers.begin() + std::ptrdiff_t(std::min(kShown, layers.size()))}, ", ");
    if (layers.size() > kShown)
        named = Message("{} and {} more", std::move(named), layers.size() - kShown);
    auto message = Message("{}: each of these has a scale of its own here: {}", unknown->reason, std::move(named));
    return {finding(*unknown, std::move(layers), std::move(message))};
}

} // namespace ql::config
