// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options/threshold.h"

#include "app/cli/commands/commands.h"
#include "app/cli/runtime/console.h"
#include "core/report/format/number_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace ql::cli {

namespace {

std::optional<double> parseNumber(std::string_view text)
{
    double value = 0.0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc() || end != text.data() + text.size() || std::isnan(value))
        return std::nullopt;
    return value;
}

bool holds(const Threshold& threshold, double value)
{
    if (std::isnan(value))
        return true;
    switch (threshold.relation) {
    case Threshold::Relation::Less: return value < threshold.value;
    case Threshold::Relation::LessOrEqual: return value <= threshold.value;
    case Threshold::Relation::Greater: return value > threshold.value;
    case Threshold::Relation::GreaterOrEqual: return value >= threshold.value;
    }
    return false;
}

std::optional<std::string> crossing(const results::OutputComparison& output, const Threshold& threshold)
{
    const auto name = report::oneLine(output.name);
    if (!output.metrics)
        return fmt::format("output {}: shapes differ ({})", name, threshold.text);
    const auto value = results::valueOf(*output.metrics, threshold.metric);
    if (!value || !holds(threshold, *value))
        return std::nullopt;
    return fmt::format("output {}: {} is {} ({})", name, results::key(threshold.metric), report::fourDigits(*value),
                       threshold.text);
}

} // namespace

std::optional<Threshold> parseThreshold(std::string_view text)
{
    std::string compact(text);
    std::erase(compact, ' ');
    const auto at = compact.find_first_of("<>");
    if (at == std::string::npos)
        return std::nullopt;
    const bool isInclusive = at + 1 < compact.size() && compact[at + 1] == '=';
    const auto metric = results::metricFromKey(compact.substr(0, at));
    const auto value = parseNumber(std::string_view(compact).substr(at + (isInclusive ? 2 : 1)));
    if (!metric || !value)
        return std::nullopt;
    using Relation = Threshold::Relation;
    const auto relation = compact[at] == '<' ? (isInclusive ? Relation::LessOrEqual : Relation::Less)
                                             : (isInclusive ? Relation::GreaterOrEqual : Relation::Greater);
    return Threshold{*metric, relation, *value, compact};
}

std::vector<std::string> crossedThresholds(const results::CompareResult& result,
                                           const std::vector<Threshold>& thresholds)
{
    std::vector<std::string> lines;
    for (const auto& threshold : thresholds)
        for (const auto& output : result.outputs)
            if (auto line = crossing(output, threshold))
                lines.push_back(std::move(*line));
    return lines;
}

int statusOf(const std::vector<std::string>& crossed)
{
    for (const auto& line : crossed)
        printError("threshold crossed: {}\n", line);
    return crossed.empty() ? kDone : kThresholdCrossed;
}

int statusOf(const std::vector<results::Diagnostic>& findings, const std::string& failOn)
{
    const auto isCrossing = [&failOn](const results::Diagnostic& finding) {
        return std::ranges::any_of(wordsOf(results::Severity{}), [&](const auto& word) {
            return word.key == failOn && finding.severity >= word.value;
        });
    };
    const auto crossing = std::ranges::count_if(findings, isCrossing);
    if (crossing == 0)
        return kDone;
    printError("{} finding{} of severity {} or worse\n", crossing, crossing == 1 ? "" : "s", failOn);
    return kThresholdCrossed;
}

} // namespace ql::cli
