// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/compare/compare_report.h"

#include "core/report/analysis_report.h"
#include "core/report/compare/compare_sections.h"
#include "core/report/diff/diff_report.h"
#include "core/report/format/layer_columns.h"
#include "core/report/format/report_files.h"
#include "core/report/json/field_reader.h"
#include "core/report/json/field_writer.h"
#include "core/report/overview/trial_words.h"
#include "core/report/schema/schema_writer.h"
#include "core/report/table/stack_column.h"
#include "core/report/verdict/verdict_report.h"

#include <algorithm>

namespace ql::report {

using results::CompareResult;
using results::LayerRow;
using results::TensorStatistics;

namespace {

Cell shapeCell(const LayerRow& layer)
{
    auto text = shapeText(layer.analysis.empty() ? layer.baselineShape : layer.shape);
    if (layer.state == LayerRow::State::ShapeMismatch)
        text = fmt::format("{} {} / {}", stateWords(layer.state), shapeText(layer.baselineShape), text);
    return {Cell::Kind::Shape, text};
}

Columns<LayerRow> fileColumns(const CompareResult& result)
{
    auto columns = seedLayerColumns<LayerRow>(shapeCell, &LayerRow::metrics);
    columns.push_back(statisticColumn("base_model_var", &LayerRow::baseline, &TensorStatistics::variance));
    columns.push_back(statisticColumn("analy_model_var", &LayerRow::analysis, &TensorStatistics::variance));
    addStackColumn(columns, result.layers);
    return columns;
}

struct AdviceOfLayer {
    const LayerRow& layer;
    const results::Diagnostic& advice;
};

void measure(const CompareResult& result, const std::string& wanted, results::MeasurementTable& table)
{
    const auto metric = chooseMetric(wanted, table, [&result](results::MetricId each) {
        return std::ranges::any_of(result.layers,
                                   [each](const LayerRow& layer) { return valueOf(layer.metrics, each).has_value(); });
    });
    for (const auto& output : result.outputs)
        table.addOutput(output.name, valueOf(output.metrics, metric));
    for (const auto& layer : result.layers)
        table.addRow(layer.name, valueOf(layer.metrics, metric));
}

} // namespace

std::string comparePerLayerTable(const CompareResult& result)
{
    return textTable(fileColumns(result), result.layers, fileText).psql();
}

std::string comparePerLayerCsv(const CompareResult& result)
{
    return csvTable(fileColumns(result), result.layers, TextTable::Numbering::Running);
}

std::string abnormalLayerAdvisor(const CompareResult& result)
{
    std::vector<AdviceOfLayer> all;
    for (const auto& layer : result.layers)
        for (const auto& advice : layer.advice)
            all.push_back({layer, advice});
    const Columns<AdviceOfLayer> columns{
        {"mod_name", kLeft, [](const auto& at) { return at.layer.name; }},
        {"op_type", kLeft, [](const auto& at) { return operatorOf(at.layer); }},
        {"abnormal_info", kLeft, [](const auto& at) { return at.advice.message.english(); }},
        {"advice", kLeft, [](const auto& at) { return at.advice.remedy.english(); }}};
    return textTable(columns, all).psql();
}

std::string compareJson(const CompareResult& result)
{
    return documentText(resultDocument("compare", result));
}

std::vector<std::filesystem::path> writeCompareFiles(const CompareResult& result, const std::filesystem::path& folder)
{
    ReportFiles files{{"compare_per_layer_out.txt", comparePerLayerTable(result)},
                      {"compare_per_layer_out.csv", comparePerLayerCsv(result)},
                      {"abnormal_layer_advisor.txt", abnormalLayerAdvisor(result)}};
    if (auto budget = budgetCsv(result.verdict); !budget.empty())
        files.emplace_back("error_budget.csv", std::move(budget));
    if (result.samples)
        files.emplace_back("compare_over_samples.csv", spreadsCsv(spreadsOf(result)));
    files.emplace_back("compare.json", compareJson(result));
    return writeReportFiles(folder, files);
}

const AnalysisReport& compareReport()
{
    static const AnalysisReport kReport{
        "compare",
        readPart<CompareResult>,
        {{10, "summary", "Summary", summarySection},
         {15, "verdict", "Verdict", verdictSection},
         {17, "trials", "Trials: what was tried, and what it did", trialsSection},
         {20, "graph", "Graph-wise: error along the network", sectionOf<CompareResult, layerStripsSection>},
         {22, "network", "Network: who reads whom", sectionOf<CompareResult, networkSection>},
         {25, "samples", "Samples: every layer over the dataset", sectionOf<CompareResult, samplesSection>},
         {30, "advice", "Advice", sectionOf<CompareResult, adviceSection>},
         {100, "statistics", "Statistics: distributions before and after quantization",
          sectionOf<CompareResult, statisticsSection>}},
        measureEach<CompareResult, measure>,
        resultSchema<CompareResult>};
    return kReport;
}

} // namespace ql::report
