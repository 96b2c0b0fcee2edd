// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/analysis_report.h"
#include "core/report/diff/diff_report.h"
#include "core/report/html/cause_shares.h"
#include "core/report/html/iteration_paragraphs.h"
#include "core/report/json/field_reader.h"
#include "core/report/schema/schema_writer.h"
#include "core/results/attribution_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace ql::report {

using results::AttributionResult;
using results::AttributionRow;
using results::ErrorPart;
using results::MetricId;

namespace {

struct Cause {
    Label label;
    const char* key; ///< as a row's mainCause has it, and the class that colours its share
    ErrorPart AttributionRow::*part;
};
constexpr std::array kCauseCells{Cause{"Propagated (dB)", "propagated", &AttributionRow::propagated},
                                 Cause{"Weights (dB)", "weights", &AttributionRow::weights},
                                 Cause{"Rounding (dB)", "rounding", &AttributionRow::rounding},
                                 Cause{"Clamping (dB)", "clamping", &AttributionRow::clamping}};

Cell mainCauseCell(const AttributionRow& row, const Labels& labels)
{
    for (const auto& cause : kCauseCells)
        if (row.mainCause == cause.key)
            return {Cell::Kind::Markup, fmt::format("<td><span class=\"key {}\"></span>{}</td>", cause.key,
                                                    escaped(withoutUnit(labels(cause.label))))};
    return row.mainCause;
}

Columns<AttributionRow> columnsOf(const AttributionResult& result, const Labels& labels)
{
    const auto low = worstSide(true);
    const auto decibels = [](double AttributionRow::*field) {
        return [field](const AttributionRow& row) {
            return Cell(row.*field, results::BadnessScale().badness(MetricId::Sqnr, row.*field));
        };
    };
    Columns<AttributionRow> columns{
        {"#", kRight, &AttributionRow::index},
        {labels("Layer"), kLeft, [](const auto& row) { return Cell(Cell::Kind::Name, row.name); }},
        {labels("Operator"), kLeft, &AttributionRow::opType},
        {labels("Type"), kLeft, &AttributionRow::quantDtype},
        {labels("Accumulated (dB)"), kRight, decibels(&AttributionRow::accumulatedDb), low},
        {labels("Local (dB)"), kRight, decibels(&AttributionRow::localDb), low}};
    for (const auto& cause : kCauseCells)
        columns.push_back(
            {labels(cause.label), kRight, [part = cause.part](const auto& row) { return (row.*part).sqnrDb; }, low});
    columns.push_back({labels("clamped"), kRight,
                       [](const auto& row) { return Cell(row.clampedCount, Cell::Kind::Count); }, worstSide(false)});
    columns.push_back({labels("Shares"), kLeft, [&labels](const auto& row) {
                           return sharesCell(row.propagated, row.weights, row.rounding, row.clamping, labels);
                       }});
    columns.push_back({labels("Main cause"), kLeft, [&labels](const auto& row) { return mainCauseCell(row, labels); }});
    if (std::ranges::any_of(result.rows, [](const auto& row) { return !row.body.empty(); }))
        columns.push_back({labels("Body"), kLeft, [](const auto& row) { return Cell(Cell::Kind::Name, row.body); }});
    return columns;
}

std::string section(const AttributionResult& result, const Labels& labels)
{
    return fmt::format(
               "<p class=\"help\">{}</p>\n",
               escaped(labels(
                   "SQNR in dB of a layer's value when one cause acts alone, and each cause's share of the error.")))
           + (result.inside ? fmt::format("<p>{}</p>\n", escaped(sentenceIn(result.inside->sentence(), labels)))
                            : std::string())
           + (result.deviation ? fmt::format("<p class=\"alarm\">{}</p>\n",
                                             escaped(sentenceIn(result.deviation->sentence(), labels)))
                               : std::string())
           + leftOutParagraphs(result.rows, labels)
           + pageTable("causes sortable", columnsOf(result, labels), result.rows);
}

/// What a layer adds itself is local, what stands there in the end accumulated.
void measure(const AttributionResult& result, const std::string& wanted, results::MeasurementTable& table)
{
    table.metric = wanted.empty() ? "accumulated_db" : wanted;
    if (table.metric != "accumulated_db" && table.metric != "local_db")
        refuseMetric(table, wanted, "accumulated_db, local_db");
    table.isLowWorst = true;
    for (const auto& output : result.outputs)
        table.addOutput(output.name, output.sqnrDb);
    for (const auto& row : result.rows)
        table.addRow(row.name, table.metric == "local_db" ? row.localDb : row.accumulatedDb);
}

} // namespace

const AnalysisReport& attributionReport()
{
    static const AnalysisReport kReport{
        "attribution",
        readPart<AttributionResult>,
        {{40, "causes", "Causes: where each layer's error comes from", sectionOf<AttributionResult, section>}},
        measureEach<AttributionResult, measure>,
        resultSchema<AttributionResult>};
    return kReport;
}

} // namespace ql::report
