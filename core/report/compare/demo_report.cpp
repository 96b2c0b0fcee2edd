// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/compare/demo_report.h"

#include "core/report/compare/compare_json.h"
#include "core/report/compare/compare_text.h"
#include "core/report/format/number_format.h"
#include "core/report/json/json_writer.h"
#include "core/report/table/text_table.h"

#include <fmt/format.h>

#include <filesystem>

namespace ql::report {

using results::AccuracyResult;

namespace {

std::string accuracySection(const DemoStory& story)
{
    constexpr auto kRight = TextTable::Align::Right;
    TextTable table({{"model"}, {"right", kRight}, {"of", kRight}, {"accuracy", kRight}});
    for (const auto& accuracy : {story.baselineAccuracy, story.analysisAccuracy})
        table.addRow({std::filesystem::path(accuracy->model).filename().string(),
                      std::to_string(accuracy->correctCount), std::to_string(accuracy->labels.size()),
                      fmt::format("{:.1f} %", accuracy->accuracy() * 100.0)});
    return table.plain() + "\n";
}

/// The layer to blame and what would help it; why stands in the advice above.
std::string conclusion(const results::CompareResult& comparison)
{
    const auto* layer = originLayer(comparison);
    if (!layer)
        return {};
    auto text = fmt::format("\nIn short: {} is to blame.", oneLine(layer->name));
    for (const auto& finding : layer->advice)
        text += " " + oneLine(finding.remedy.english());
    return text + "\n";
}

Json accuracyJson(const AccuracyResult& accuracy)
{
    return {{"model", accuracy.model},
            {"correct", accuracy.correctCount},
            {"samples", accuracy.labels.size()},
            {"accuracy", jsonNumber(accuracy.accuracy())},
            {"predictions", accuracy.predictions}};
}

} // namespace

std::string demoText(const DemoStory& story)
{
    constexpr std::size_t kShownLayers = 8;
    const auto lost = story.baselineAccuracy->accuracy() - story.analysisAccuracy->accuracy();
    return "A small digit classifier was quantized to int8. How good are the two on the same labelled pictures?\n\n"
           + accuracySection(story)
           + fmt::format(
               "Quantization costs {:.1f} points. Which layer is to blame? Both models run in lockstep on the\n"
               "picture on which they differ most:\n\n",
               lost * 100.0)
           + compareText(*story.comparison, {results::MetricId::Sqnr, kShownLayers}) + conclusion(*story.comparison);
}

std::string demoJson(const DemoStory& story)
{
    Json document = documentHead("demo");
    document["baseline"] = story.comparison->baseline;
    document["analysis"] = story.comparison->analysis;
    document["accuracy"] = {{"baseline", accuracyJson(*story.baselineAccuracy)},
                            {"analysis", accuracyJson(*story.analysisAccuracy)}};
    document["compare"] = Json::parse(compareJson(*story.comparison));
    return documentText(document);
}

} // namespace ql::report
