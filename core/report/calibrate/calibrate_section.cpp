// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/order.h"
#include "core/report/analysis_report.h"
#include "core/report/calibrate/calibrate_report.h"
#include "core/report/diff/diff_report.h"
#include "core/report/html/markup.h"
#include "core/report/json/field_reader.h"
#include "core/report/schema/schema_writer.h"
#include "core/report/table/number_format.h"
#include "core/results/calibrate_result.h"

#include <fmt/format.h>

#include <algorithm>

namespace ql::report {

using results::CalibratedLayer;
using results::CalibratedOutput;
using results::CalibrateResult;
using results::CalibrationCandidate;
using results::MetricId;

namespace {

std::string outputsMarkup(const CalibrateResult& result, const Labels& labels)
{
    if (result.outputs.empty())
        return {};
    const auto column = [&labels](MetricId metric, Label where, double CalibratedOutput::*value) {
        return Column<CalibratedOutput>{fmt::format("{}, {}", labels(metric), labels(where)), kRight, value, "low"};
    };
    const Columns<CalibratedOutput> columns{
        {labels("Output"), kLeft, [](const auto& output) { return Cell(Cell::Kind::Name, output.name); }},
        column(MetricId::Sqnr, "simulated", &CalibratedOutput::fakeSqnrDb),
        column(MetricId::Cosine, "simulated", &CalibratedOutput::fakeCosine),
        column(MetricId::Sqnr, "in integers", &CalibratedOutput::realSqnrDb),
        column(MetricId::Cosine, "in integers", &CalibratedOutput::realCosine)};
    return fmt::format("<h3>{}</h3>\n<p>{}: {}</p>\n", escaped(labels("Model outputs")),
                       escaped(labels("samples compared")), result.comparedSamples)
           + pageTable("calibrate", columns, result.outputs);
}

std::string candidatesMarkup(const CalibrateResult& result, const Labels& labels)
{
    if (result.candidates.empty())
        return {};
    const Columns<CalibrationCandidate> columns{
        {labels("Observer"), kLeft, candidateName},
        {labels("Activations"), kLeft,
         [&](const auto& one) { return labels(one.isSymmetric ? "symmetric" : "affine"); }},
        {labels("Weights"), kLeft,
         [&](const auto& one) { return labels(one.isPerChannel ? "per channel" : "as configured"); }},
        {labels(MetricId::Cosine), kRight, [](const auto& one) { return fixedSeven(one.cosine); }},
        {labels("State"), kLeft, [&](const auto& one) { return one.isChosen ? labels("chosen") : std::string(); }}};
    return fmt::format("<h3>{}</h3>\n", escaped(labels("Methods tried")))
           + pageTable("calibrate", columns, result.candidates);
}

std::string valuesMarkup(const CalibrateResult& result, const Labels& labels)
{
    return fmt::format("<h3>{}</h3>\n", escaped(labels("Quantized values")))
           + pageTable("calibrate sortable", columnsAt(Place::Page, valueColumns(labels)), result.values);
}

std::string findingsMarkup(const CalibrateResult& result, const Labels& labels)
{
    if (result.configFindings.empty())
        return {};
    using results::Diagnostic;
    const Columns<Diagnostic> columns{
        {labels("Severity"), kLeft, [&](const auto& finding) { return severityCell(finding.severity, labels); }},
        {labels("Rule"), kLeft, [&](const auto& finding) { return labels.rule(finding.rule); }},
        {labels("Finding"), kLeft, [&](const auto& finding) { return sentenceCell(finding.message, labels); }}};
    return fmt::format("<h3>{}</h3>\n", escaped(labels("Findings")))
           + pageTable("calibrate words", columns, result.configFindings);
}

std::string section(const CalibrateResult& result, const Labels& labels)
{
    return fmt::format("<p>{}; {}: {}; {}: {}</p>\n", escaped(result.model), escaped(labels("samples observed")),
                       result.samples, escaped(labels("operators computed in integers")), result.integerOperators)
           + outputsMarkup(result, labels) + findingsMarkup(result, labels) + candidatesMarkup(result, labels)
           + valuesMarkup(result, labels);
}

/// Each layer of both quantized forms against the float model's.
std::string layersSection(const CalibrateResult& result, const Labels& labels)
{
    if (result.layers.empty())
        return {};
    const auto column = [&labels](MetricId metric, Label where, std::optional<double> CalibratedLayer::*value) {
        return Column<CalibratedLayer>{fmt::format("{}, {}", labels(metric), labels(where)), kRight, value, "low"};
    };
    const Columns<CalibratedLayer> columns{
        {labels("Layer"), kLeft, [](const auto& layer) { return Cell(Cell::Kind::Name, layer.name); }},
        {labels("Operator"), kLeft, &CalibratedLayer::opType},
        column(MetricId::Cosine, "simulated", &CalibratedLayer::fakeCosine),
        column(MetricId::Cosine, "in integers", &CalibratedLayer::realCosine),
        column(MetricId::Sqnr, "simulated", &CalibratedLayer::fakeSqnrDb),
        column(MetricId::Sqnr, "in integers", &CalibratedLayer::realSqnrDb)};
    return fmt::format("<p class=\"help\">{}</p>\n",
                       escaped(labels("Each layer of the quantized model against the float model's, on the first "
                                      "sample: simulated in float and computed in integers.")))
           + pageTable("calibrate sortable", columns, result.layers);
}

/// What simulated quantization leaves of each output.
void measure(const CalibrateResult& result, const std::string& wanted, results::MeasurementTable& table)
{
    const auto metric = wanted.empty() ? MetricId::Sqnr : results::metricFromKey(wanted).value_or(MetricId::L1);
    if (metric != MetricId::Sqnr && metric != MetricId::Cosine)
        refuseMetric(table, wanted, "sqnr_db, cosine");
    table.metric = keyOf(metric);
    table.isLowWorst = true;
    for (const auto& output : result.outputs)
        table.addOutput(output.name, metric == MetricId::Sqnr ? output.fakeSqnrDb : output.fakeCosine);
}

} // namespace

const AnalysisReport& calibrateReport()
{
    static const AnalysisReport kReport{"calibrate",
                                        readPart<CalibrateResult>,
                                        {{21, "quantized-layers", "Graph-wise: layers simulated and in integers",
                                          sectionOf<CalibrateResult, layersSection>},
                                         {85, "calibrate", "Calibration: scales and what they leave of the outputs",
                                          sectionOf<CalibrateResult, section>}},
                                        measureEach<CalibrateResult, measure>,
                                        resultSchema<CalibrateResult>};
    return kReport;
}

} // namespace ql::report
