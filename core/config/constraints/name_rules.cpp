// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/constraints/constraint_context.h"

#include <algorithm>

namespace ql::config {

namespace {

/// What the network calls what @p name may be meant for.
std::vector<std::string> nearTo(const ConstraintContext& context, const std::string& name)
{
    std::vector<std::string> near;
    for (const auto* node : context.names.layers().find(name, false)) // by another of its names
        near.push_back(context.config.naming == LayerNaming::Outputs ? outputOf(context.graph, *node) : node->name);
    const auto value = context.graph.findValue(name);
    if (near.empty() && value && context.graph.value(*value).producer.isValid())
        near.push_back(context.graph.node(context.graph.value(*value).producer).name);
    if (!near.empty() || context.config.naming != LayerNaming::Outputs)
        return near.empty() ? nearNames(context.graph, name) : near;
    for (const auto& known : nearNames(context.graph, name))
        if (const auto* node = findLayer(context.names.layers(), known);
            node && std::ranges::find(near, outputOf(context.graph, *node)) == near.end())
            near.push_back(outputOf(context.graph, *node));
    return near;
}

/// What a layer may not be called, and what happens then.
Message unknownLayer(const ConstraintContext& context, const Selector& selector)
{
    if (selector.kind == Selector::Kind::Tensor)
        return Message("the model has no tensor {}", selector.name);
    if (selector.kind == Selector::Kind::Pattern)
        return Message("no layer of the model matches {}", selector.name);
    if (context.config.naming == LayerNaming::Nodes)
        return Message("the model has no node {}: it is taken by its whole name, and excludes or changes nothing",
                       selector.name);
    if (context.config.naming == LayerNaming::Outputs)
        return Message("no layer of the model makes a value {}", selector.name);
    return Message("the model has no layer {}", selector.name);
}

/// A layer of a file of output names that goes by its own.
void tellOfNodeName(const ConstraintContext& context, const Selector& selector, SourcePosition position,
                    ConfigFindings& findings)
{
    const auto nodes = context.names.find(selector.name);
    if (context.config.naming != LayerNaming::Outputs || selector.kind != Selector::Kind::Layer || nodes.empty()
        || context.graph.findValue(selector.name))
        return;
    auto finding = ruleError("node-name", {selector.name},
                             Message("{} is the name of a node: the tool knows a layer by the value that it makes, {}",
                                     selector.name, outputOf(context.graph, *nodes.front())),
                             Message("write {}", outputOf(context.graph, *nodes.front())), position);
    finding.severity = results::Severity::Warning;
    findings.push_back(std::move(finding));
}

bool isKnown(const ConstraintContext& context, const Selector& selector)
{
    switch (selector.kind) {
    case Selector::Kind::Layer: return !context.names.find(selector.name).empty();
    case Selector::Kind::Tensor: return context.names.findValue(selector.name).has_value();
    case Selector::Kind::Pattern:
        return std::ranges::any_of(context.graph.nodes(), [&](const graph::Node& node) {
            return matchesLayer(selector, node.name, node.opType, aliasesOf(context.graph, node));
        });
    default: return true;
    }
}

/// Of several parts of one rule the first is enough.
bool isTold(const Selector& selector, SourcePosition position, const ConfigFindings& findings)
{
    return std::ranges::any_of(findings, [&](const results::Diagnostic& finding) {
        return finding.subject == selector.name && finding.line == position.line && finding.column == position.column
               && (finding.rule == "unknown-layer" || finding.rule == "no-match");
    });
}

void checkName(const ConstraintContext& context, const Selector& selector, SourcePosition position,
               ConfigFindings& findings)
{
    tellOfNodeName(context, selector, position, findings);
    if (isKnown(context, selector) || isTold(selector, position, findings))
        return;
    const bool isPattern = selector.kind == Selector::Kind::Pattern;
    const bool isHarmless = isPattern && !selector.mustMatch;
    const auto near = isPattern ? std::vector<std::string>() : nearTo(context, selector.name);
    auto finding = ruleError(
        isHarmless ? "no-match" : "unknown-layer", {selector.name}, unknownLayer(context, selector),
        near.empty() ? context.config.nameAdvice : Message("did you mean {}?", Message::names(near, " or ")), position);
    if (isHarmless) {
        finding.severity = results::Severity::Info;
        finding.remedy = {};
    }
    findings.push_back(std::move(finding));
}

} // namespace

void checkNames(const ConstraintContext& context, ConfigFindings& findings)
{
    for (const auto& override : context.config.overrides)
        checkName(context, override.selector, override.position, findings);
    for (const auto& skip : context.config.skips)
        checkName(context, skip.selector, skip.position, findings);
}

} // namespace ql::config
