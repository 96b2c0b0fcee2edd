// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/analysis_report.h"
#include "core/report/diff/diff_report.h"
#include "core/report/html/markup.h"
#include "core/report/json/field_reader.h"
#include "core/report/schema/schema_writer.h"
#include "core/report/sensitivity/sensitivity_report.h"
#include "core/report/table/number_format.h"
#include "core/results/sensitivity_result.h"

#include <fmt/format.h>

namespace ql::report {

using results::SensitivityOutput;
using results::SensitivityResult;

namespace {

std::string cumulativeMarkup(const SensitivityOutput& output, const results::BadnessScale& scale, const Labels& labels)
{
    using results::GrowingSetStep;
    if (output.cumulative.empty())
        return {};
    const Columns<GrowingSetStep> columns{
        {labels("count"), kRight, [&](const auto& step) { return &step - output.cumulative.data() + 1; }},
        {labels("Layer"), kLeft, [](const auto& step) { return Cell(Cell::Kind::Name, step.opName); }},
        {labels("Quantizer"), kLeft, [&](const auto& step) { return kindWord(step.sensitiveType, labels); }},
        {labels(output.metric), kRight,
         [&](const auto& step) { return Cell(step.metricValue, scale.badness(output.metric, step.metricValue)); }}};
    return fmt::format("<h4>{}</h4>\n",
                       escaped(labels("The first rows left float together, everything else quantized")))
           + pageTable("sensitivity", columns, output.cumulative);
}

std::string scopeMarkup(const SensitivityOutput& output, const Labels& labels)
{
    if (!output.scopeRepair)
        return {};
    const auto& repair = *output.scopeRepair;
    return fmt::format("<p>{}: <strong>{}</strong>, {} {} ({} {}: {})</p>\n",
                       escaped(labels("Left float as a whole, this scope repairs what no row does")),
                       escaped(repair.scope), escaped(labels(output.metric)), fourDigits(repair.metricValue),
                       escaped(labels("best row")), escaped(repair.bestRow), fourDigits(repair.bestRowValue));
}

std::string outputMarkup(const SensitivityOutput& output, const Labels& labels)
{
    results::BadnessScale scale;
    for (const auto& row : output.rows)
        scale.see(output.metric, row.metricValue);
    return fmt::format("<h3>{} {}</h3>\n<p>{}: {} {}</p>\n", escaped(labels("Output")), escaped(output.name),
                       escaped(labels("Everything quantized")), escaped(labels(output.metric)),
                       fourDigits(output.everythingOn))
           + pageTable("sensitivity sortable", columnsAt(Place::Page, sensitivityColumns(output, labels)), output.rows)
           + cumulativeMarkup(output, scale, labels) + scopeMarkup(output, labels);
}

/// A ranking may stand in the document under several metrics.
void measure(const SensitivityResult& result, const std::string& wanted, results::MeasurementTable& table)
{
    auto metric = result.outputs.empty() ? results::MetricId::Sqnr : result.outputs.front().metric;
    if (!wanted.empty())
        metric = results::metricFromKey(wanted).value_or(results::MetricId::MaxQscaleDiff);
    std::vector<const SensitivityOutput*> outputs;
    std::string known;
    for (const auto& output : result.outputs) {
        if (output.metric == metric)
            outputs.push_back(&output);
        known += fmt::format("{}{}", known.empty() ? "" : ", ", keyOf(output.metric));
    }
    if (outputs.empty())
        refuseMetric(table, wanted, known);
    table.metric = keyOf(metric);
    table.isLowWorst = results::isLowWorst(metric);
    for (const auto* output : outputs)
        table.addOutput(output->name, output->everythingOn);
    for (const auto* output : outputs)
        for (const auto& row : output->rows)
            table.addRow(fmt::format("{}, {}{}", row.opName, row.sensitiveType,
                                     outputs.size() > 1 ? " → " + output->name : std::string()),
                         row.metricValue);
}

std::string section(const SensitivityResult& result, const Labels& labels)
{
    const bool isOneOn = result.mode == results::SensitivityMode::OneOn;
    auto html = fmt::format("<p class=\"help\">{} {}</p>\n",
                            escaped(labels(isOneOn ? "Only this is quantized, everything else stays as in the baseline."
                                                   : "Everything is quantized except this: what a skip would win.")),
                            escaped(labels("Most sensitive first; the longer the bar, the worse.")));
    if (result.method == results::SensitivityMethod::Gradient)
        html += fmt::format("<p>{}</p>\n",
                            escaped(labels("Predicted by derivatives, to first order; some rows were run.")));
    if (!result.isComplete)
        html += fmt::format("<p class=\"alarm\">{}</p>\n",
                            escaped(labels("Cancelled before the end: what is shown is a part.")));
    if (result.inside)
        html += fmt::format("<p>{}</p>\n", escaped(sentenceIn(result.inside->sentence(), labels)));
    if (result.deviation)
        html += fmt::format("<p class=\"alarm\">{}</p>\n", escaped(sentenceIn(result.deviation->sentence(), labels)));
    for (const auto& output : result.outputs)
        html += outputMarkup(output, labels);
    return html;
}

} // namespace

const AnalysisReport& sensitivityReport()
{
    static const AnalysisReport kReport{"sensitivity",
                                        readPart<SensitivityResult>,
                                        {{60, "layerwise", "Layer-wise: what quantizing one layer does to the outputs",
                                          sectionOf<SensitivityResult, section>}},
                                        measureEach<SensitivityResult, measure>,
                                        resultSchema<SensitivityResult>};
    return kReport;
}

} // namespace ql::report
