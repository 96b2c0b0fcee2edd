// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/order.h"
#include "core/report/analysis_report.h"
#include "core/report/badcase/badcase_report.h"
#include "core/report/diff/diff_report.h"
#include "core/report/html/drawing.h"
#include "core/report/html/markup.h"
#include "core/report/json/field_reader.h"
#include "core/report/schema/plain_documents.h"

#include <fmt/format.h>

#include <algorithm>

namespace ql::report {

using results::BadCaseEntry;
using results::BadCaseResult;

namespace {

constexpr std::size_t kTop = 20;
constexpr PlotArea kArea{440, 170, 50, 432, 8, 128};

/// The first @p count of a sample's.
Columns<BadCaseEntry> firstColumns(const BadCaseResult& result, const Labels& labels, std::size_t count)
{
    auto columns = columnsAt(Place::Page, badCaseColumns(result, labels));
    columns.resize(count);
    return columns;
}

std::string worstTable(const BadCaseResult& result, const Labels& labels)
{
    std::vector<BadCaseEntry> worst;
    for (std::size_t metric = 0; metric < result.metrics.size(); ++metric)
        worst.push_back(worstOverall(result, metric));
    auto columns = firstColumns(result, labels, 3);
    columns.insert(columns.begin(), {labels("Metric"), kLeft, [&](const auto& entry) {
                                         return measureOf(result.metrics[std::size_t(&entry - worst.data())], labels);
                                     }});
    columns.push_back({labels("value"), kRight, &BadCaseEntry::value});
    return fmt::format("<h3>{}</h3>\n", escaped(labels("Worst sample by metric"))) + pageTable("worst", columns, worst);
}

std::string topTable(const BadCaseResult& result, const Labels& labels)
{
    return fmt::format("<h3>{} {}</h3>\n", escaped(labels("Worst samples by")),
                       escaped(measureOf(result.metrics[result.rankedBy], labels)))
           + pageTable("samples sortable", columnsAt(Place::Page, badCaseColumns(result, labels)),
                       worstSamples(result, result.rankedBy, kTop));
}

std::string spreadFigure(const BadCaseResult& result, std::size_t metric, const Labels& labels)
{
    const auto spread = distributionOf(result, metric);
    if (spread.histogram.empty())
        return {};
    const auto name = measureOf(result.metrics[metric], labels);
    const CountScale scale(kArea, *std::max_element(spread.histogram.begin(), spread.histogram.end()));
    const auto axis = Axis::linear(spread.low, spread.high, kArea.left, kArea.right);
    std::string markup = scale.axisMarkup(kArea, labels("Samples"));
    for (const auto& tick : axis.ticks(6))
        markup += fmt::format("<text x=\"{:.1f}\" y=\"{:.0f}\" text-anchor=\"middle\">{}</text>", tick.place,
                              kArea.bottom + 16, tick.label);
    const double from = axis.place(spread.low);
    return fmt::format("<figure><figcaption><strong>{0}</strong></figcaption><svg class=\"histogram\" viewBox=\"0 0 "
                       "{1:.0f} {2:.0f}\" role=\"img\" aria-label=\"{0}\">{3}<path class=\"spread\" d=\"{4}\"/>"
                       "<text class=\"axis\" x=\"{5:.0f}\" y=\"{6:.0f}\" text-anchor=\"middle\">{0}</text></svg>"
                       "</figure>\n",
                       escaped(name), kArea.width, kArea.height, markup,
                       stepsPath(spread.histogram, from, std::max(from + 2.0, axis.place(spread.high)), scale),
                       (kArea.left + kArea.right) / 2, kArea.height - 6);
}

std::string flipsMarkup(const BadCaseResult& result, const Labels& labels)
{
    const auto& comparison = *result.labels;
    const auto total = comparison.labels.size();
    auto columns = firstColumns(result, labels, 2);
    for (const auto& [label, classes] :
         {std::pair("Label", &comparison.labels), std::pair("baseline", &comparison.baseline),
          std::pair("analysis", &comparison.analysis)})
        columns.push_back({labels(label), kRight, [classes = classes](const auto& entry) {
                               const auto decision = (*classes)[entry.sample];
                               return decision == kNoDecision ? Cell("NaN") : Cell(decision);
                           }});
    std::vector<BadCaseEntry> flips;
    for (const auto sample : comparison.flips())
        flips.push_back({sample, 0, 0.0});
    const auto undecided = comparison.baselineUndecided() + comparison.analysisUndecided();
    const auto noDecision =
        undecided == 0 ? std::string()
                       : fmt::format("<p>{}: {} {}, {} {}</p>\n", escaped(labels("No decision, as there is NaN")),
                                     escaped(labels("baseline")), comparison.baselineUndecided(),
                                     escaped(labels("analysis")), comparison.analysisUndecided());
    return fmt::format("<h3>{}</h3>\n<p>{} <span class=\"key baseline\"></span>{} {} / {} &nbsp; "
                       "<span class=\"key analysis\"></span>{} {} / {}</p>\n<p class=\"help\">{}</p>\n",
                       escaped(labels("Label flips")), escaped(labels("Right")), escaped(labels("baseline")),
                       comparison.baselineCorrect(), total, escaped(labels("analysis")), comparison.analysisCorrect(),
                       total, escaped(labels("Samples on which the two models' strongest classes differ.")))
           + noDecision + pageTable("flips sortable", columns, flips);
}

/// The column of the metric; "sqnr" is taken for "sqnr_db", as everywhere.
std::size_t columnOf(const BadCaseResult& result, const std::string& wanted, const results::MeasurementTable& table)
{
    if (wanted.empty())
        return result.rankedBy;
    const auto metric = results::metricFromKey(wanted);
    const auto key = metric ? std::string(keyOf(*metric)) : wanted;
    std::string known;
    for (std::size_t i = 0; i < result.metrics.size(); ++i) {
        if (result.metrics[i].key == key)
            return i;
        known += (i == 0 ? "" : ", ") + result.metrics[i].key;
    }
    refuseMetric(table, wanted, known);
}

void measure(const BadCaseResult& result, const std::string& wanted, results::MeasurementTable& table)
{
    const auto column = columnOf(result, wanted, table);
    const auto& metric = result.metrics[column];
    table.metric = metric.expression.empty() ? metric.key : metric.expression;
    table.isLowWorst = metric.isLowWorst;
    if (result.samples.empty())
        return;
    for (std::size_t output = 0; output < result.outputs.size(); ++output)
        table.addOutput(result.outputs[output], worstOfOutput(result, column, output).value);
    for (std::size_t sample = 0; sample < result.samples.size(); ++sample)
        for (std::size_t output = 0; output < result.outputs.size(); ++output)
            table.addRow(result.samples[sample]
                             + (result.outputs.size() > 1 ? " → " + result.outputs[output] : std::string()),
                         result.value(sample, output, column));
}

std::string section(const BadCaseResult& result, const Labels& labels)
{
    if (result.samples.empty())
        return {};
    auto html = fmt::format("<p>{}: {} {} {}</p>\n", escaped(result.data), result.samples.size(),
                            escaped(labels("samples searched of")), result.datasetSize);
    if (!result.isComplete)
        html += fmt::format("<p class=\"alarm\">{}</p>\n",
                            escaped(labels("Cancelled before the end: what is shown is a part.")));
    html += worstTable(result, labels) + topTable(result, labels);
    html += fmt::format("<h3>{}</h3>\n<div class=\"figures\">\n", escaped(labels("Spread over the samples")));
    for (std::size_t metric = 0; metric < result.metrics.size(); ++metric)
        html += spreadFigure(result, metric, labels);
    html += "</div>\n";
    return result.labels ? html + flipsMarkup(result, labels) : html;
}

} // namespace

const AnalysisReport& badcaseReport()
{
    static const AnalysisReport kReport{
        "badcase",
        readPart<BadCaseResult>,
        {{70, "badcases", "Bad cases: where the models differ most", sectionOf<BadCaseResult, section>}},
        measureEach<BadCaseResult, measure>,
        badCaseSchema};
    return kReport;
}

} // namespace ql::report
