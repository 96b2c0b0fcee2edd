// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/analysis_report.h"
#include "core/report/compare/compare_sections.h"
#include "core/report/diff/measurements.h"
#include "core/report/json/field_reader.h"
#include "core/report/verdict/verdict_report.h"

namespace ql::report {

using results::CompareResult;

namespace {

void measure(const CompareResult& result, const std::string& wanted, results::MeasurementTable& table)
{
    const auto metric = chooseMetric(wanted, table);
    for (const auto& output : result.outputs)
        table.addOutput(output.name, valueOf(output.metrics, metric));
    for (const auto& layer : result.layers)
        table.addRow(layer.name, valueOf(layer.metrics, metric));
}

} // namespace

const AnalysisReport& compareReport()
{
    static const AnalysisReport kReport{
        "compare",
        readPart<CompareResult>,
        {{10, "summary", "Summary", summarySection},
         {15, "verdict", "Verdict", verdictSection},
         {20, "graph", "Graph-wise: error along the network", sectionOf<CompareResult, graphSection>},
         {30, "advice", "Advice", sectionOf<CompareResult, adviceSection>},
         {100, "statistics", "Statistics: distributions before and after quantization",
          sectionOf<CompareResult, statisticsSection>}},
        measureEach<CompareResult, measure>};
    return kReport;
}

} // namespace ql::report
