// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/analysis_report.h"
#include "core/report/diff/diff_report.h"
#include "core/report/fix/fix_words.h"
#include "core/report/format/layer_words.h"
#include "core/report/html/markup.h"
#include "core/report/json/field_reader.h"
#include "core/report/schema/schema_writer.h"
#include "core/results/fix_result.h"

#include <fmt/format.h>

namespace ql::report {

using results::FixResult;
using results::FixRow;

namespace {

std::string paragraph(const Labels& labels, Label what, const results::FixMeasure& measure)
{
    std::string outputs;
    for (const auto& [name, value] : measure.outputs)
        outputs += fmt::format("{}{}: {}", outputs.empty() ? "" : ", ", name, terminalText(Cell(value)));
    if (measure.judged)
        outputs += fmt::format("; {}: {}", labels(results::MetricId::Judge), terminalText(Cell(*measure.judged)));
    return fmt::format("<p>{}: {}</p>\n", escaped(labels(what)), escaped(outputs));
}

std::string layersOf(const FixRow& row, const Labels& labels)
{
    if (row.layers.empty())
        return labels("all layers");
    return row.layers.size() == 1 ? row.layers.front()
                                  : fmt::format("{} (+{})", row.layers.front(), row.layers.size() - 1);
}

Columns<FixRow> columnsOf(const FixResult& result, const Labels& labels)
{
    const auto metric = labels(result.metric);
    Columns<FixRow> columns{
        {labels("State"), kLeft, [&labels](const auto& row) { return labels(stateLabel(row.state)); }},
        {labels("Repair"), kLeft, &FixRow::fix},
        {labels("Layer"), kLeft, [&labels](const auto& row) { return Cell(Cell::Kind::Name, layersOf(row, labels)); }},
        {labels("Change"), kLeft, [&labels](const auto& row) { return sentenceCell(row.change, labels); }},
        {fmt::format("{}, {}", metric, labels("alone")), kRight,
         [](const auto& row) { return Cell(row.alone ? std::optional(row.alone->metric) : std::nullopt); }},
        {labels("Gain (dB)"), kRight, &FixRow::gainDb},
        {labels("Gain per cost"), kRight, &FixRow::gainPerCost},
        {fmt::format("{}, {}", metric, labels("with it and all before")), kRight, &FixRow::metricAfter}};
    if (result.judgedBaseline)
        columns.insert(columns.begin() + 4, {labels(results::MetricId::Judge), kRight, [](const auto& row) {
                                                 return Cell(row.alone ? row.alone->judged : std::nullopt);
                                             }});
    return columns;
}

std::string section(const FixResult& result, const Labels& labels)
{
    auto html = fmt::format(
        "<p class=\"help\">{}</p>\n",
        escaped(labels("Each candidate is fitted to one part of the samples and judged on the other; those chosen were "
                       "added one by one, as long as no output lost there.")));
    if (result.given)
        html += paragraph(labels, "The model as given", *result.given);
    html += paragraph(labels, "As it is simulated", result.start);
    html += paragraph(labels, "Repaired", result.best);
    return html + pageTable("fix sortable", columnsOf(result, labels), result.rows);
}

} // namespace

const AnalysisReport& fixReport()
{
    static const AnalysisReport kReport{"fix",
                                        readPart<FixResult>,
                                        {{57, "fix", "Repairs", sectionOf<FixResult, section>}},
                                        measureEach<FixResult, measureBest<FixResult>>,
                                        resultSchema<FixResult>};
    return kReport;
}

} // namespace ql::report
