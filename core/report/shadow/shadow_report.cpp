// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/shadow/shadow_report.h"

#include "core/report/format/iteration_table.h"
#include "core/report/format/layer_columns.h"
#include "core/report/format/report_files.h"
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

const char* stateWords(ShadowRow::State state)
{
    switch (state) {
    case ShadowRow::State::Compared: return "";
    case ShadowRow::State::ShapeMismatch: return "mismatch shape";
    case ShadowRow::State::Failed: return "failed";
    case ShadowRow::State::UnmatchedBaseline:
    case ShadowRow::State::UnmatchedAnalysis: return "no partner";
    }
    return "";
}

Columns<ShadowRow> terminalColumns()
{
    return {{"#", kRight, &ShadowRow::index},
            {"layer", kLeft, [](const auto& row) { return shortened(oneLine(row.name), kNameWidth); }},
            {"op", kLeft, operatorOf<ShadowRow>},
            {"dtype", kLeft, dtypeOf<ShadowRow>},
            {"SQNR dB", kRight,
             [](const auto& row) {
                 return row.onBaselineInputs ? Cell(row.onBaselineInputs->sqnrDb) : Cell(stateWords(row.state));
             }},
            metricColumn("on analysis inputs", &ShadowRow::onAnalysisInputs, MetricId::Sqnr),
            metricColumn("accumulated", &ShadowRow::accumulated, MetricId::Sqnr),
            metricColumn("cosine", &ShadowRow::onBaselineInputs, MetricId::Cosine),
            metricColumn("Atol/step", &ShadowRow::onBaselineInputs, MetricId::MaxQscaleDiff)};
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

Columns<ShadowRow> fileColumns()
{
    auto columns = seedLayerColumns<ShadowRow>(
        [](const ShadowRow& row) {
            const std::string words = stateWords(row.state);
            return words.empty() ? Cell(Cell::Kind::Shape, shapeText(row.shape)) : Cell(words);
        },
        &ShadowRow::onBaselineInputs);
    columns.push_back(metricColumn("SQNR_on_analysis_inputs", &ShadowRow::onAnalysisInputs, MetricId::Sqnr));
    columns.push_back(metricColumn("Cosine_on_analysis_inputs", &ShadowRow::onAnalysisInputs, MetricId::Cosine));
    columns.push_back(metricColumn("accumulated_SQNR", &ShadowRow::accumulated, MetricId::Sqnr));
    return columns;
}

} // namespace

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
    auto columns = terminalColumns();
    addBodyColumns(rows, columns, dbOf);
    const auto compared =
        std::ranges::count_if(result.rows, [](const auto& row) { return row.onBaselineInputs.has_value(); });
    return modelLines(result) + samplesText(result.samples) + spreadsText(spreadsOf(result), choice)
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
    return textTable(fileColumns(), result.rows, fileText).psql();
}

std::string shadowCsv(const ShadowResult& result)
{
    auto columns = fileColumns();
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
