// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tune/tune_report.h"

#include "core/base/atomic_file.h"
#include "core/report/analysis_report.h"
#include "core/report/format/number_format.h"
#include "core/report/json/json_writer.h"
#include "core/report/table/column.h"

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

Json overrideJson(const TuneOverride& one)
{
    const auto* kind = one.isScope ? "scope" : one.tensor.empty() ? "layer" : "quantizer";
    Json json{{"layer", one.layer},
              {"kind", kind},
              {"op_type", one.opType},
              {"action", one.action},
              {"alone", jsonNumber(one.alone)},
              {"followers", one.followers}};
    if (!one.tensor.empty())
        json["tensor"] = one.tensor;
    return json;
}

Json pointJson(const TunePoint& point)
{
    Json json;
    json["metric_value"] = jsonNumber(point.metric);
    json["margin"] = jsonNumber(point.margin);
    json["cost"] = jsonNumber(point.cost);
    json["outputs"] = Json::array();
    for (const auto& [name, value] : point.outputs)
        json["outputs"].push_back({{"name", name}, {"metric_value", jsonNumber(value)}});
    json["overrides"] = Json::array();
    for (const auto& one : point.overrides)
        json["overrides"].push_back(overrideJson(one));
    return json;
}

std::string verdictText(const TuneResult& result)
{
    const auto metric = results::key(result.metric);
    std::string text;
    for (const auto& [output, value] : result.targets)
        text += fmt::format("target {} {}{}\n", metric, fourDigits(value),
                            output.empty() ? "" : " of output " + oneLine(output));
    text += fmt::format("{} with {} overrides, {} without any: {}\n", fourDigits(result.best.metric),
                        result.best.overrides.size(), fourDigits(result.start.metric),
                        result.isReached            ? "the target holds"
                        : result.targets.size() > 1 ? "the targets are not reached"
                                                    : "the target is not reached");
    return text + (result.isComplete ? "" : "the search was not finished\n");
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
    const auto metric = results::key(result.metric);
    auto text = fmt::format("baseline  {}\n", oneLine(result.baseline));
    if (!result.config.empty())
        text += fmt::format("config    {}\n", oneLine(result.config));
    text += fmt::format("{} over {} samples; {} evaluations\n\n", metric, result.judgedSamples, result.evaluations);
    text += verdictText(result);
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
    if (!result.ranking.empty()) {
        const Columns<TuneOverride> columns{{"layer", kLeft, &TuneOverride::layer},
                                            {"op_type", kLeft, &TuneOverride::opType},
                                            {fmt::format("{} alone", metric), kRight, &TuneOverride::alone}};
        const auto shown = std::min(kRanked, result.ranking.size());
        text += "\nMost sensitive layers:\n" + textTable(columns, std::span(result.ranking).first(shown)).plain();
    }
    const Columns<TunePoint> columns{
        {"cost", kRight, [](const auto& point) { return fmt::format("{:.3f}", point.cost); }},
        {std::string(metric), kRight, &TunePoint::metric},
        {"overrides", kLeft, overridesText}};
    text += "\nNothing tried is both cheaper and better than these:\n" + textTable(columns, result.pareto).plain();
    return text + refusalsText(result);
}

std::string tuneJson(const TuneResult& result)
{
    Json document = documentHead("tune");
    document["baseline"] = result.baseline;
    document["metric"] = results::key(result.metric);
    document["config"] = result.config;
    document["targets"] = Json::array();
    for (const auto& [output, value] : result.targets)
        document["targets"].push_back({{"output", output}, {"value", jsonNumber(value)}});
    document["reached"] = result.isReached;
    document["complete"] = result.isComplete;
    document["samples"] = result.judgedSamples;
    document["evaluations"] = result.evaluations;
    document["start"] = pointJson(result.start);
    document["best"] = pointJson(result.best);
    document["pareto"] = Json::array();
    for (const auto& point : result.pareto)
        document["pareto"].push_back(pointJson(point));
    document["ranking"] = Json::array();
    for (const auto& one : result.ranking)
        document["ranking"].push_back(overrideJson(one));
    document["refusals"] = Json::array();
    for (const auto& [layer, action, reason] : result.refusals)
        document["refusals"].push_back({{"layer", layer}, {"action", action}, {"reason", reason}});
    return documentText(document);
}

std::vector<std::filesystem::path> writeTuneFiles(const TuneResult& result, const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> files;
    const auto write = [&files](const std::filesystem::path& path, const std::string& content) {
        writeFileAtomically(path, content);
        files.push_back(path);
    };
    write(folder / "tune.json", tuneJson(result));
    write(folder / "tune.txt", tuneText(result));
    const std::filesystem::path config = result.config;
    if (result.best.config.empty())
        return files;
    write(folder / ("tuned" + config.extension().string()), result.best.config);
    for (std::size_t i = 0; i < result.pareto.size(); ++i)
        if (!result.pareto[i].overrides.empty())
            write(folder / "pareto" / fmt::format("{:02}{}", i + 1, config.extension().string()),
                  result.pareto[i].config);
    return files;
}

const AnalysisReport& tuneReport()
{
    static const AnalysisReport kReport{"tune"};
    return kReport;
}

} // namespace ql::report
