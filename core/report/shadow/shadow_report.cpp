// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/shadow/shadow_report.h"

#include "core/report/format/iteration_table.h"
#include "core/report/format/layer_columns.h"
#include "core/report/format/report_files.h"
#include "core/report/html/markup.h"
#include "core/report/json/field_writer.h"
#include "core/report/spread/spread_table.h"

#include <algorithm>
#include <optional>

namespace ql::report {

using results::MetricId;
using results::ShadowResult;
using results::ShadowRow;

namespace {

constexpr std::size_t kNameWidth = 40;

/// What a state is called: in place of a number or a shape, and in a column of its own.
std::pair<const char*, Label> wordsFor(ShadowRow::State state)
{
    switch (state) {
    case ShadowRow::State::Compared: return {"", "compared"};
    case ShadowRow::State::ShapeMismatch: return {"mismatch shape", "shapes differ"};
    case ShadowRow::State::Failed: return {"failed", "not compared"};
    case ShadowRow::State::UnmatchedBaseline:
    case ShadowRow::State::UnmatchedAnalysis: break;
    }
    return {"no partner", "no partner"};
}

constexpr auto kOwn = &ShadowRow::onBaselineInputs;
constexpr auto kOnAnalysisInputs = &ShadowRow::onAnalysisInputs;
constexpr auto kAccumulated = &ShadowRow::accumulated;

results::BadnessScale scaleOf(const ShadowResult& result, MetricId shown)
{
    results::BadnessScale scale;
    for (const auto& row : result.rows)
        for (const auto metrics : {kOwn, kOnAnalysisInputs, kAccumulated})
            for (const auto metric : {MetricId::Sqnr, MetricId::Cosine, MetricId::MaxQscaleDiff, shown})
                if (const auto value = valueOf(row.*metrics, metric))
                    scale.see(metric, *value);
    return scale;
}

/// The error of one iteration.
std::optional<double> dbOf(const results::ShadowIteration& iteration)
{
    return valueOf(iteration.onBaselineInputs, MetricId::Sqnr);
}

std::string listedIterations(const std::vector<const ShadowRow*>& rows)
{
    using Metrics = std::optional<results::Metrics> results::ShadowIteration::*;
    const auto sqnr = [](Metrics metrics) {
        return [metrics](const RowIteration<ShadowRow>& at) {
            return Cell(valueOf(at.iteration.*metrics, MetricId::Sqnr));
        };
    };
    return iterationsSection(rows, {{"SQNR dB", kRight, sqnr(&results::ShadowIteration::onBaselineInputs)},
                                    {"on analysis inputs", kRight, sqnr(&results::ShadowIteration::onAnalysisInputs)},
                                    {"accumulated", kRight, sqnr(&results::ShadowIteration::accumulated)}});
}

/// Every error by the metric that the window is set to.
void addWindowColumns(RowColumns<ShadowRow>& columns, const Labels& labels, MetricId shown,
                      const results::BadnessScale& scale)
{
    const auto add = [&](std::string head, auto metrics, const std::string& hint) {
        columns.push_back(measureColumn({.window = std::move(head)}, metrics, shown, scale,
                                        fmt::format(fmt::runtime(hint), labels(shown))));
    };
    add(labels("Local"), kOwn,
        labels("{} of the quantized layer on the baseline's inputs: its own error and that of the quantizers before "
               "its inputs"));
    add(labels("Local, real inputs"), kOnAnalysisInputs,
        labels("{} of the quantized layer against its float twin on the analysis model's inputs"));
    add(labels("Accumulated"), kAccumulated,
        labels("{} between both models' own values: local and inherited error together"));
}

Columns<ShadowRow> fileColumns(const ShadowResult& result)
{
    auto columns = seedLayerColumns<ShadowRow>(
        [](const ShadowRow& row) {
            const std::string words = wordsFor(row.state).first;
            return words.empty() ? Cell(Cell::Kind::Shape, shapeText(row.shape)) : Cell(words);
        },
        kOwn);
    std::ranges::move(columnsAt(Place::File, shadowColumns(result)), std::back_inserter(columns));
    return columns;
}

} // namespace

RowColumns<ShadowRow> shadowColumns(const ShadowResult& result, const Labels& labels, MetricId shown)
{
    using enum MetricId;
    const auto scale = scaleOf(result, shown);
    const auto bodyOf = [](const auto& row) { return Cell(Cell::Kind::Name, row.body); };
    RowColumns<ShadowRow> columns{
        {{.title = "#", .terminal = "#"}, kRight, &ShadowRow::index},
        {{.title = labels("Layer"), .terminal = "layer"},
         kLeft,
         [](const auto& row) { return Cell(Cell::Kind::Name, row.name); },
         {.width = kNameWidth, .isLayer = true}},
        {{.title = labels("Operator"), .terminal = "op"}, kLeft, operatorOf<ShadowRow>},
        {{.title = labels("Type"), .terminal = "dtype"},
         kLeft,
         [](const auto& row) { return row.quantizer ? row.quantizer->dtype : row.analysis.dtype; },
         {.terminalCell = dtypeOf<ShadowRow>}},
        {{.terminal = "SQNR dB"},
         kRight,
         [](const auto& row) {
             return row.onBaselineInputs ? Cell(row.onBaselineInputs->sqnrDb) : Cell(wordsFor(row.state).first);
         }},
        measureColumn({.page = labels(Sqnr)}, kOwn, Sqnr, scale),
        measureColumn({.page = labels(Cosine)}, kOwn, Cosine, scale),
        measureColumn({.page = labels(MaxQscaleDiff)}, kOwn, MaxQscaleDiff, scale),
        measureColumn({.page = labels("SQNR on analysis inputs (dB)"),
                       .terminal = "on analysis inputs",
                       .file = "SQNR_on_analysis_inputs"},
                      kOnAnalysisInputs, Sqnr, scale),
        measureColumn({.file = "Cosine_on_analysis_inputs"}, kOnAnalysisInputs, Cosine, scale),
        measureColumn({.page = labels("Accumulated (dB)"), .terminal = "accumulated", .file = "accumulated_SQNR"},
                      kAccumulated, Sqnr, scale),
        measureColumn({.terminal = "cosine"}, kOwn, Cosine, scale),
        measureColumn({.terminal = "Atol/step"}, kOwn, MaxQscaleDiff, scale)};
    addWindowColumns(columns, labels, shown, scale);
    if (std::ranges::any_of(result.rows, [](const auto& row) { return !row.body.empty(); }))
        columns.push_back({{.page = labels("Body")}, kLeft, bodyOf});
    columns.push_back({{.title = labels("State")},
                       kLeft,
                       [labels](const auto& row) { return labels(wordsFor(row.state).second); },
                       {.tip = [labels](const auto& row) { return sentenceIn(row.problem, labels); }}});
    return columns;
}

std::vector<NamedSpreads> spreadsOf(const ShadowResult& result)
{
    std::vector<NamedSpreads> all;
    for (const auto& row : result.rows) {
        all.push_back({row.name, "own", row.overSamples});
        all.push_back({row.name, "on analysis inputs", row.onAnalysisInputsOverSamples});
        all.push_back({row.name, "accumulated", row.accumulatedOverSamples});
    }
    return all;
}

std::string shadowText(const ShadowResult& result, const RowChoice& choice)
{
    const auto rows = chosenRows(result.rows, &ShadowRow::onBaselineInputs, choice);
    std::string problems;
    for (const auto* row : rows)
        if (!row->problem.empty())
            problems += fmt::format("  {}: {}\n", oneLine(row->name), oneLine(row->problem.english()));
    auto columns = columnsAt(Place::Terminal, shadowColumns(result));
    addBodyColumns(rows, columns, dbOf);
    const auto compared =
        std::ranges::count_if(result.rows, [](const auto& row) { return row.onBaselineInputs.has_value(); });
    return worstRowLine(result.rows, &ShadowRow::onBaselineInputs, "quantized layer by its own error")
           + modelLines(result) + samplesText(result.samples) + spreadsText(spreadsOf(result), choice)
           + fmt::format("\nEach layer's own error, {} ({} of {})\n{}{}\n", orderText(choice, "in order of execution"),
                         rows.size(), result.rows.size(), textTable(columns, rows).plain(), problems)
           + (choice.showsIterations ? listedIterations(rows) : std::string()) + unmatchedLines(result)
           + leftOutLines(result.rows)
           + fmt::format("SQNR: the quantized layer on the baseline's inputs, which the quantizers between it and "
                         "them round first; compare and attribution count these with the layer before. On analysis "
                         "inputs: the float layer there. Accumulated: the two models.\n{} of {} quantized layers run "
                         "again in {}; {} layers "
                         "aren't quantized.\n",
                         compared, result.rows.size(), secondsText(result.totalSeconds), result.unquantizedLayers);
}

std::string shadowJson(const ShadowResult& result)
{
    return documentText(resultDocument("shadow", result));
}

std::string shadowTable(const ShadowResult& result)
{
    return textTable(fileColumns(result), result.rows, fileText).psql();
}

std::string shadowCsv(const ShadowResult& result)
{
    auto columns = fileColumns(result);
    columns.insert(columns.begin(), {"index", kRight, &ShadowRow::index});
    return csvTable(columns, result.rows);
}

std::vector<std::filesystem::path> writeShadowFiles(const ShadowResult& result, const std::filesystem::path& folder)
{
    ReportFiles files{
        {"shadow.txt", shadowTable(result)}, {"shadow.csv", shadowCsv(result)}, {"shadow.json", shadowJson(result)}};
    if (result.samples)
        files.emplace_back("shadow_over_samples.csv", spreadsCsv(spreadsOf(result)));
    return writeReportFiles(folder, files);
}

} // namespace ql::report
