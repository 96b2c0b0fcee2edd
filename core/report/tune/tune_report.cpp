// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tune/tune_report.h"

#include "core/report/format/counted.h"
#include "core/report/format/report_files.h"
#include "core/report/json/field_writer.h"
#include "core/report/table/column.h"
#include "core/report/table/number_format.h"

#include <fmt/format.h>

#include <map>
#include <span>

namespace ql::report {

using results::TuneOverride;
using results::TunePoint;
using results::TuneResult;

namespace {

constexpr std::size_t kRanked = 10;

std::string overridesText(const TunePoint& point)
{
    std::string text;
    for (const auto& one : point.overrides)
        text +=
            fmt::format("{}{} {}{}", text.empty() ? "" : ", ", one.tensor.empty() ? one.layer : one.tensor, one.action,
                        one.followers.empty() ? ""
                        : one.isScope         ? fmt::format(" ({} layers)", one.followers.size())
                                              : fmt::format(" (+{})", one.followers.size()));
    return text.empty() ? "none" : text;
}

std::string verdictText(const TuneResult& result)
{
    const auto metric = keyOf(result.metric);
    auto text = fmt::format("{} with {} overrides, {} without any: {}\n", fourDigits(result.best.metric),
                            result.best.overrides.size(), fourDigits(result.start.metric),
                            result.isReached            ? "the target holds"
                            : result.targets.size() > 1 ? "the targets are not reached"
                                                        : "the target is not reached");
    for (const auto& [output, value] : result.targets)
        text += fmt::format("target {} {}{}\n", metric, fourDigits(value),
                            output.empty() ? "" : " of output " + oneLine(output));
    if (result.floatMetric)
        text += result.metric == results::MetricId::Accuracy
                    ? fmt::format("the baseline reaches {}\n", fourDigits(*result.floatMetric))
                    : fmt::format("the baseline is judged {}\n", fourDigits(*result.floatMetric));
    return text + (result.isComplete ? "" : "the search was not finished\n");
}

/// What the rule "the last layers in float first" gives here.
std::string tailsText(const TuneResult& result)
{
    std::string text;
    for (const auto& tail : result.tails)
        text += fmt::format("  {}, {} without: {}\n", fourDigits(tail.metric), fourDigits(result.start.metric),
                            overridesText(tail));
    return text.empty() ? text : "\nThe last layers before the outputs in float:\n" + text;
}

/// Why, and for which layers.
std::string refusalsText(const TuneResult& result)
{
    std::map<std::string, std::string> layersByReason;
    for (const auto& [layer, action, reason] : result.refusals) {
        auto& layers = layersByReason[fmt::format("{}: {}", action, oneLine(reason))];
        layers += (layers.empty() ? "" : ", ") + oneLine(layer);
    }
    std::string text = layersByReason.empty() ? "" : "\nNot proposed:\n";
    for (const auto& [reason, layers] : layersByReason)
        text += fmt::format("  {}\n    {}\n", reason, layers);
    return text;
}

} // namespace

std::string tuneText(const TuneResult& result)
{
    const auto metric = keyOf(result.metric);
    auto text = verdictText(result);
    for (const auto& one : result.best.overrides) {
        if (!one.tensor.empty()) {
            text +=
                fmt::format("  {}  the value {} alone, of {}\n", one.action, oneLine(one.tensor), oneLine(one.layer));
            continue;
        }
        text += one.isScope ? fmt::format("  {}  {}, all of it:\n", one.action, oneLine(one.layer))
                            : fmt::format("  {}  {}  ({} when it alone is quantized)\n", one.action, oneLine(one.layer),
                                          fourDigits(one.alone));
        for (const auto& follower : one.followers)
            text += one.isScope ? fmt::format("    {}\n", oneLine(follower))
                                : fmt::format("    and {}, which has to agree with it\n", oneLine(follower));
    }
    text += fmt::format("\nbaseline  {}\n", oneLine(result.baseline));
    if (!result.config.empty())
        text += fmt::format("config    {}\n", oneLine(result.config));
    text += fmt::format("{} over {}; {}\n", metric, counted(result.judgedSamples, "sample"),
                        counted(result.evaluations, "evaluation"));
    if (!result.ranking.empty()) {
        const Columns<TuneOverride> columns{{"layer", kLeft, &TuneOverride::layer},
                                            {"op_type", kLeft, &TuneOverride::opType},
                                            {fmt::format("{} alone", metric), kRight, &TuneOverride::alone}};
        const auto shown = std::min(kRanked, result.ranking.size());
        text += "\nMost sensitive layers:\n" + textTable(columns, std::span(result.ranking).first(shown)).plain();
    }
    text += tailsText(result);
    const Columns<TunePoint> columns{
        {"cost", kRight, [](const auto& point) { return fmt::format("{:.3f}", point.cost); }},
        {std::string(metric), kRight, &TunePoint::metric},
        {"overrides", kLeft, overridesText}};
    text += "\nNothing tried is both cheaper and better than these:\n" + textTable(columns, result.pareto).plain();
    return text + refusalsText(result);
}

std::string tuneJson(const TuneResult& result)
{
    return documentText(resultDocument("tune", result));
}

std::vector<std::filesystem::path> writeTuneFiles(const TuneResult& result, const std::filesystem::path& folder)
{
    ReportFiles files{{"tune.json", tuneJson(result)}, {"tune.txt", tuneText(result)}};
    const auto extension = std::filesystem::path(result.config).extension().string();
    if (!result.best.config.empty()) {
        files.emplace_back("tuned" + extension, result.best.config);
        for (std::size_t i = 0; i < result.pareto.size(); ++i)
            if (!result.pareto[i].overrides.empty())
                files.emplace_back(fmt::format("pareto/{:02}{}", i + 1, extension), result.pareto[i].config);
    }
    return writeReportFiles(folder, files);
}

} // namespace ql::report
