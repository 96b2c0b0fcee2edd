// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/constraints/check_config.h"

#include "core/config/constraints/constraint_context.h"
#include "core/config/subgraphs.h"

#include <algorithm>

namespace ql::config {

namespace {

using Rule = void (*)(const ConstraintContext& context, ConfigFindings& findings);

constexpr Rule kEveryTarget[]{checkNames, checkTypes, checkEnabled, checkIneffective, checkInputs, checkScaleCounts};
// The rules of the target that AMCT compiles for. Other tool chains fall back by themselves.
constexpr Rule kAmct[]{checkWidths, checkFanOut,       checkPassThrough, checkMustQuantize, checkChannelWise,
                       checkMatMul, checkRestrictions, checkFloatLayers, checkLinearBias,   checkOfflineConvolution,
                       checkChunks};

bool isForAmct(const QuantConfig& config)
{
    return config.dialect.empty() || config.dialect.starts_with("amct");
}

void sortBySeverity(ConfigFindings& findings)
{
    std::stable_sort(findings.begin(), findings.end(),
                     [](const auto& a, const auto& b) { return int(a.severity) > int(b.severity); });
}

/// The settings of one override on top of what is common.
ResolvedLayer resolved(const QuantConfig& config, const Override& override)
{
    const auto settings = merged(config.common, override.settings);
    ResolvedLayer layer;
    layer.isQuantized = settings.isQuantized.value_or(true);
    layer.activation = settings.activation;
    layer.inputs = settings.inputs;
    layer.weight = settings.weight;
    return layer;
}

} // namespace

std::vector<results::Diagnostic> checkConfig(const QuantConfig& config)
{
    ConfigFindings findings;
    for (const auto& override : config.overrides) {
        if (override.selector.kind == Selector::Kind::Tensor || !isForAmct(config))
            continue;
        const bool hasWeight = !override.settings.weight.isEmpty();
        if (const auto problem = widthProblem(resolved(config, override), hasWeight); !problem.empty())
            findings.push_back(
                ruleError("width", {override.selector.name}, problem, "change one of the two", override.position));
    }
    const auto isQuantized = [](const Override& override) { return override.settings.isQuantized.value_or(true); };
    const bool isAnyListed = std::any_of(config.overrides.begin(), config.overrides.end(), isQuantized);
    const bool isOffByDefault = config.quantizesOnlyListed || config.common.isQuantized == false;
    if (isOffByDefault && !isAnyListed)
        findings.push_back(ruleError("nothing-enabled", {}, "no layer is enabled", "enable at least one"));
    checkSearchRanges(config, findings);
    if (isForAmct(config))
        checkTypes(config, findings);
    sortBySeverity(findings);
    return findings;
}

std::vector<results::Diagnostic> checkConfig(const QuantConfig& config, const graph::Graph& graph)
{
    const auto said = withSubgraphs(config, graph);
    const ConstraintContext context(said, graph);
    ConfigFindings findings;
    for (const auto& [name, subgraph] : unknownEnds(config, graph))
        findings.push_back(
            ruleError("unknown-layer", {name},
                      Message("the model has no layer or value {}, an end of subgraph {}", name, subgraph->name), "",
                      subgraph->position));
    for (const auto rule : kEveryTarget)
        rule(context, findings);
    if (config.dialect.starts_with("aimet"))
        checkEncodings(context, findings);
    checkSearchRanges(config, findings);
    for (const auto rule : kAmct)
        if (isForAmct(config))
            rule(context, findings);
    sortBySeverity(findings);
    return findings;
}

std::vector<results::Diagnostic> newErrors(std::span<const results::Diagnostic> before,
                                           std::span<const results::Diagnostic> after)
{
    ConfigFindings found;
    for (const auto& finding : after) {
        const auto isSame = [&finding](const auto& old) {
            return old.rule == finding.rule && old.message == finding.message;
        };
        if (finding.severity == results::Severity::Error && std::none_of(before.begin(), before.end(), isSame))
            found.push_back(finding);
    }
    return found;
}

} // namespace ql::config
