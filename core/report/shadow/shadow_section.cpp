// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/analysis_report.h"
#include "core/report/diff/diff_report.h"
#include "core/report/format/layer_words.h"
#include "core/report/html/iteration_paragraphs.h"
#include "core/report/json/field_reader.h"
#include "core/report/schema/schema_writer.h"
#include "core/report/shadow/shadow_report.h"
#include "core/results/shadow_result.h"

#include <algorithm>

namespace ql::report {

using results::MetricId;
using results::ShadowResult;
using results::ShadowRow;

namespace {

constexpr MetricId kMetrics[]{MetricId::Sqnr, MetricId::Cosine, MetricId::MaxQscaleDiff};

results::BadnessScale scaleOf(const ShadowResult& result)
{
    results::BadnessScale scale;
    for (const auto& row : result.rows)
        for (const auto* metrics : {&row.onBaselineInputs, &row.onAnalysisInputs, &row.accumulated})
            for (const auto metric : kMetrics)
                if (const auto value = valueOf(*metrics, metric))
                    scale.see(metric, *value);
    return scale;
}

Label stateOf(ShadowRow::State state)
{
    switch (state) {
    case ShadowRow::State::Compared: return "compared";
    case ShadowRow::State::ShapeMismatch: return "shapes differ";
    case ShadowRow::State::Failed: return "not compared";
    case ShadowRow::State::UnmatchedBaseline:
    case ShadowRow::State::UnmatchedAnalysis: return "no partner";
    }
    return "not compared";
}

Columns<ShadowRow> columnsOf(const ShadowResult& result, const Labels& labels)
{
    const auto scale = scaleOf(result);
    Columns<ShadowRow> columns{
        {"#", kRight, &ShadowRow::index},
        {labels("Layer"), kLeft, [](const auto& row) { return Cell(Cell::Kind::Name, row.name); }},
        {labels("Operator"), kLeft, operatorOf<ShadowRow>},
        {labels("Type"), kLeft,
         [](const auto& row) { return row.quantizer ? row.quantizer->dtype : row.analysis.dtype; }}};
    for (const auto metric : kMetrics)
        columns.push_back(metricColumn(labels(metric), &ShadowRow::onBaselineInputs, metric, scale));
    columns.push_back(
        metricColumn(labels("SQNR on analysis inputs (dB)"), &ShadowRow::onAnalysisInputs, MetricId::Sqnr, scale));
    columns.push_back(metricColumn(labels("Accumulated (dB)"), &ShadowRow::accumulated, MetricId::Sqnr, scale));
    if (std::ranges::any_of(result.rows, [](const auto& row) { return !row.body.empty(); }))
        columns.push_back({labels("Body"), kLeft, [](const auto& row) { return Cell(Cell::Kind::Name, row.body); }});
    columns.push_back({labels("State"), kLeft, [&labels](const auto& row) { return labels(stateOf(row.state)); }});
    return columns;
}

std::string section(const ShadowResult& result, const Labels& labels)
{
    return fmt::format("<p class=\"help\">{}</p>\n",
                       escaped(labels("The quantized layer runs on the baseline's inputs, so that only its own error "
                                      "and that of the quantizers before its inputs shows; then the float layer on the "
                                      "analysis model's inputs; accumulated is the "
                                      "error that has gathered in the whole model.")))
           + (result.samples ? spreadsPage(*result.samples, spreadsOf(result), labels) : std::string())
           + pageTable("shadow sortable", columnsOf(result, labels),
                       chosenRows(result.rows, &ShadowRow::onBaselineInputs, {MetricId::Sqnr, 0}))
           + leftOutParagraphs(result.rows, labels);
}

/// The quantized layer on the baseline's inputs: what the layer itself does.
void measure(const ShadowResult& result, const std::string& wanted, results::MeasurementTable& table)
{
    const auto metric = chooseMetric(wanted, table, [&result](MetricId each) {
        return std::ranges::any_of(result.rows,
                                   [each](const auto& row) { return valueOf(row.onBaselineInputs, each).has_value(); });
    });
    for (const auto& row : result.rows)
        table.addRow(row.name, valueOf(row.onBaselineInputs, metric));
}

} // namespace

const AnalysisReport& shadowReport()
{
    static const AnalysisReport kReport{
        "shadow",
        readPart<ShadowResult>,
        {{50, "shadow", "Own error: each layer on the other model's inputs", sectionOf<ShadowResult, section>}},
        measureEach<ShadowResult, measure>,
        resultSchema<ShadowResult>};
    return kReport;
}

} // namespace ql::report
