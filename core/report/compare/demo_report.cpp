// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/compare/demo_report.h"

#include "core/report/analysis_report.h"
#include "core/report/compare/compare_report.h"
#include "core/report/json/field_reader.h"
#include "core/report/json/field_writer.h"
#include "core/report/schema/schema_writer.h"
#include "core/report/table/column.h"
#include "core/report/table/number_format.h"

#include <fmt/format.h>

#include <filesystem>

namespace ql::report {

using results::AccuracyResult;
using results::CompareResult;

namespace {

std::string accuracySection(const DemoStory& story)
{
    const Columns<AccuracyResult> columns{
        {"model", kLeft, [](const auto& one) { return std::filesystem::path(one.model).filename().string(); }},
        {"right", kRight, &AccuracyResult::correctCount},
        {"of", kRight, [](const auto& one) { return one.labels.size(); }},
        {"accuracy", kRight, [](const auto& one) { return fmt::format("{:.1f} %", one.accuracy() * 100.0); }}};
    return textTable(columns, std::vector{story.baselineAccuracy.get(), story.analysisAccuracy.get()}).plain() + "\n";
}

/// The layer to blame and what would help it most; why, and what else would, stands in the advice above.
std::string conclusion(const CompareResult& comparison)
{
    const auto* layer = originLayer(comparison);
    if (!layer)
        return {};
    auto text = fmt::format("\nIn short: {} is to blame.", oneLine(layer->name));
    if (!layer->advice.empty())
        text += " " + oneLine(layer->advice.front().remedy.english());
    return text + "\n";
}

void documentFields(auto& visit, const CompareResult& comparison, const AccuracyResult& baseline,
                    const AccuracyResult& analysis)
{
    visit("baseline", comparison.baseline);
    visit("analysis", comparison.analysis);
    visit.nested("accuracy", [&](auto& inner) {
        inner("baseline", baseline);
        inner("analysis", analysis);
    });
}

Json demoSchema(std::string_view command)
{
    auto schema = documentSchema(command, [](auto& visit) { documentFields(visit, {}, {}, {}); });
    auto compared = resultSchema<CompareResult>("compare");
    schema["definitions"].update(compared.at("definitions"));
    compared.erase("definitions");
    compared.erase("$schema");
    schema["properties"]["compare"] = std::move(compared);
    schema["required"].push_back("compare");
    return schema;
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
    auto document = documentHead("demo");
    FieldWriter writer(document);
    documentFields(writer, *story.comparison, *story.baselineAccuracy, *story.analysisAccuracy);
    document["compare"] = resultDocument("compare", *story.comparison);
    return documentText(document);
}

const AnalysisReport& demoReport()
{
    static const AnalysisReport kReport{.command = "demo",
                                        .read =
                                            [](const JsonPlace& document, results::ResultParts& parts) {
                                                readPart<CompareResult>(document["compare"], parts);
                                                const auto accuracy = document["accuracy"];
                                                parts.baselineAccuracy =
                                                    readResult<AccuracyResult>(accuracy["baseline"]);
                                                parts.analysisAccuracy =
                                                    readResult<AccuracyResult>(accuracy["analysis"]);
                                            },
                                        .schema = demoSchema};
    return kReport;
}

} // namespace ql::report
