// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tune_report.h"

#include "core/base/atomic_file.h"
#include "core/report/json_writer.h"
#include "core/report/number_format.h"
#include "core/report/text_table.h"

#include <fmt/format.h>

namespace ql::report {

using results::TuneOverride;
using results::TunePoint;
using results::TuneResult;

namespace {

constexpr auto kRight = TextTable::Align::Right;
constexpr std::size_t kRanked = 10;

std::string overridesText(const TunePoint& point)
{
    std::string text;
    for (const auto& one : point.overrides)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", one.layer, one.action);
    return text.empty() ? "none" : text;
}

Json overrideJson(const TuneOverride& one)
{
    return {{"layer", one.layer}, {"op_type", one.opType}, {"action", one.action}, {"alone", jsonNumber(one.alone)}};
}

Json pointJson(const TunePoint& point)
{
    Json json;
    json["metric_value"] = jsonNumber(point.metric);
    json["cost"] = jsonNumber(point.cost);
    json["overrides"] = Json::array();
    for (const auto& one : point.overrides)
        json["overrides"].push_back(overrideJson(one));
    return json;
}

} // namespace

std::string tuneText(const TuneResult& result)
{
    const auto metric = results::key(result.metric);
    auto text = fmt::format("baseline  {}\n{} of the worst output over {} samples; {} evaluations\n\n",
                            oneLine(result.baseline), metric, result.judgedSamples, result.evaluations);
    text += fmt::format("target {} {}: {} with {} overrides ({} without any)\n", metric, fourDigits(result.target),
                        fourDigits(result.best.metric), result.best.overrides.size(), fourDigits(result.start.metric));
    text += result.isReached ? "the target holds\n" : "the target is not reached\n";
    for (const auto& one : result.best.overrides)
        text += fmt::format("  {}  {}  ({} when it alone is quantized)\n", one.action, oneLine(one.layer),
                            fourDigits(one.alone));
    if (!result.ranking.empty()) {
        TextTable table({{"layer"}, {"op_type"}, {fmt::format("{} alone", metric), kRight}});
        for (std::size_t i = 0; i < std::min(kRanked, result.ranking.size()); ++i)
            table.addRow({result.ranking[i].layer, result.ranking[i].opType, fourDigits(result.ranking[i].alone)});
        text += "\nMost sensitive layers:\n" + table.plain();
    }
    TextTable table({{"cost", kRight}, {std::string(metric), kRight}, {"overrides"}});
    for (const auto& point : result.pareto)
        table.addRow({fmt::format("{:.3f}", point.cost), fourDigits(point.metric), overridesText(point)});
    return text + "\nNothing tried is both cheaper and better than these:\n" + table.plain();
}

std::string tuneJson(const TuneResult& result)
{
    Json document = documentHead("tune");
    document["baseline"] = result.baseline;
    document["metric"] = results::key(result.metric);
    document["target"] = jsonNumber(result.target);
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
    return documentText(document);
}

std::vector<std::filesystem::path> writeTuneFiles(const TuneResult& result, const std::filesystem::path& folder)
{
    const std::vector<std::filesystem::path> files{folder / "tune.json"};
    writeFileAtomically(files[0], tuneJson(result));
    return files;
}

} // namespace ql::report
