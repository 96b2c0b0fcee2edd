// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/edit_distance.h"
#include "core/config/constraints/constraint_context.h"
#include "core/config/operator_types.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <ranges>

namespace ql::config {

namespace {

std::string_view lastWordOf(std::string_view type)
{
    return type.substr(type.rfind('.') + 1);
}

bool isKnownType(std::string_view type)
{
    if (isTorchType(type) || isTorchFunction(type))
        return true;
    return std::ranges::any_of(graph::allOperators(), [type](const graph::OperatorTraits* traits) {
        return traits->name == lastWordOf(type);
    });
}

/// The known spelling that @p type is nearest to, or "" where none is near.
std::string nearestType(std::string_view type)
{
    std::string nearest;
    auto least = std::max<std::size_t>(1, type.size() / 4) + 1;
    const auto consider = [&](std::string_view known) {
        if (const auto distance = editDistance(known, type); distance < least) {
            least = distance;
            nearest = known;
        }
    };
    for (const auto* traits : graph::allOperators()) {
        consider(traits->name);
        for (const auto part : std::views::split(traits->torchNames, ' '))
            consider({part.begin(), part.end()});
    }
    return nearest;
}

void checkTypesOf(const QuantConfig& config, const graph::Graph* graph, ConfigFindings& findings)
{
    const auto check = [&](const Selector& selector, SourcePosition position) {
        if (selector.kind != Selector::Kind::Type || isKnownType(selector.name))
            return;
        if (graph && std::ranges::any_of(graph->nodes(), [&](const graph::Node& node) {
                return node.opType == lastWordOf(selector.name) || node.qualifiedOpType() == selector.name;
            }))
            return;
        const auto near = nearestType(selector.name);
        auto finding = ruleError("unknown-type", {selector.name},
                                 Message("{} is no type of layer that torch, ONNX or the model has", selector.name),
                                 near.empty() ? Message() : Message("did you mean {}?", near),
                                 selector.position.line ? selector.position : position);
        if (!graph)
            finding.severity = results::Severity::Warning;
        findings.push_back(std::move(finding));
    };
    for (const auto& override : config.overrides)
        check(override.selector, override.position);
    for (const auto& skip : config.skips)
        check(skip.selector, skip.position);
}

} // namespace

void checkTypes(const ConstraintContext& context, ConfigFindings& findings)
{
    checkTypesOf(context.config, &context.graph, findings);
    const auto& names = context.config.skipFusion;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (context.names.find(names[i]).empty())
            findings.push_back(ruleError("unknown-layer", {names[i]},
                                         Message("the model has no layer {} whose fusion could be skipped", names[i]),
                                         {}, i < names.positions.size() ? names.positions[i] : SourcePosition()));
}

void checkTypes(const QuantConfig& config, ConfigFindings& findings)
{
    checkTypesOf(config, nullptr, findings);
}

} // namespace ql::config
