// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/format/number_format.h"
#include "core/report/html/drawing.h"
#include "core/report/html/markup.h"
#include "core/report/html/sections.h"
#include "core/results/badcase_result.h"

#include <fmt/format.h>

#include <algorithm>

namespace ql::report {

using results::BadCaseEntry;
using results::BadCaseResult;

namespace {

constexpr std::size_t kTop = 20;
constexpr PlotArea kArea{440, 170, 50, 432, 8, 128};

std::string measureOf(const results::BadCaseMetric& metric, const Labels& labels)
{
    if (!metric.expression.empty())
        return metric.expression;
    const auto known = results::metricFromKey(metric.key);
    return known ? std::string(labels(*known)) : metric.key;
}

std::string entryCells(const BadCaseResult& result, const BadCaseEntry& entry)
{
    return fmt::format("<td class=\"n\" data-v=\"{0}\">{0}</td>", entry.sample)
           + textCell(result.samples[entry.sample]);
}

std::string worstTable(const BadCaseResult& result, const Labels& labels)
{
    auto html = fmt::format("<h3>{}</h3>\n", escaped(labels(Label::WorstSample)))
                + tableHead("worst", {{labels(Label::Metric)},
                                      {"#", true},
                                      {labels(Label::Sample)},
                                      {labels(Label::Output)},
                                      {labels(Label::Value), true}});
    for (std::size_t metric = 0; metric < result.metrics.size(); ++metric) {
        const auto worst = worstOverall(result, metric);
        html += "<tr>" + textCell(measureOf(result.metrics[metric], labels)) + entryCells(result, worst)
                + textCell(result.outputs[worst.output]) + numberCell(worst.value) + "</tr>\n";
    }
    return html + std::string(kTableEnd);
}

/// How bad a value is among those of the search: by place between the best and the worst finite one.
double badnessOf(const results::BadCaseDistribution& spread, const results::BadCaseMetric& metric, double value)
{
    if (!(spread.high > spread.low) || std::isinf(value))
        return isWorse(metric, value, spread.low) ? 1.0 : 0.0;
    const double share = std::isnan(value) ? 1.0 : (value - spread.low) / (spread.high - spread.low);
    return metric.isLowWorst && !std::isnan(value) ? 1.0 - share : share;
}

std::string topTable(const BadCaseResult& result, const Labels& labels)
{
    std::vector<std::string> names;
    for (const auto& metric : result.metrics)
        names.push_back(measureOf(metric, labels));
    std::vector<Header> headers{{"#", true}, {labels(Label::Sample)}, {labels(Label::Output)}};
    for (std::size_t metric = 0; metric < names.size(); ++metric)
        headers.push_back({names[metric], true, worstSide(result.metrics[metric].isLowWorst)});
    auto html = fmt::format("<h3>{} {}</h3>\n", escaped(labels(Label::WorstSamples)), escaped(names[result.rankedBy]))
                + tableHead("samples sortable", headers);
    const auto spread = distributionOf(result, result.rankedBy);
    for (const auto& entry : worstSamples(result, result.rankedBy, kTop)) {
        html += "<tr>" + entryCells(result, entry) + textCell(result.outputs[entry.output]);
        for (std::size_t metric = 0; metric < result.metrics.size(); ++metric) {
            const double value = result.value(entry.sample, entry.output, metric);
            html += metric == result.rankedBy ? barCell(value, badnessOf(spread, result.metrics[metric], value))
                                              : numberCell(value);
        }
        html += "</tr>\n";
    }
    return html + std::string(kTableEnd);
}

std::string spreadFigure(const BadCaseResult& result, std::size_t metric, const Labels& labels)
{
    const auto spread = distributionOf(result, metric);
    if (spread.histogram.empty())
        return {};
    const auto name = measureOf(result.metrics[metric], labels);
    const CountScale scale(kArea, *std::max_element(spread.histogram.begin(), spread.histogram.end()));
    const auto axis = Axis::linear(spread.low, spread.high, kArea.left, kArea.right);
    std::string markup = scale.axisMarkup(kArea, labels(Label::Samples));
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
    auto html =
        fmt::format("<h3>{}</h3>\n<p>{} <span class=\"key baseline\"></span>{} {} / {} &nbsp; "
                    "<span class=\"key analysis\"></span>{} {} / {}</p>\n<p class=\"help\">{}</p>\n",
                    escaped(labels(Label::Flips)), escaped(labels(Label::Right)), escaped(labels(Label::Baseline)),
                    comparison.baselineCorrect(), total, escaped(labels(Label::Analysis)), comparison.analysisCorrect(),
                    total, escaped(labels(Label::FlipsHelp)))
        + tableHead("flips sortable", {{"#", true},
                                       {labels(Label::Sample)},
                                       {labels(Label::Label), true},
                                       {labels(Label::Baseline), true},
                                       {labels(Label::Analysis), true}});
    for (const auto sample : comparison.flips()) {
        html += "<tr>" + entryCells(result, {sample, 0, 0.0});
        for (const auto label : {comparison.labels[sample], comparison.baseline[sample], comparison.analysis[sample]})
            html += fmt::format("<td class=\"n\" data-v=\"{0}\">{0}</td>", label);
        html += "</tr>\n";
    }
    return html + std::string(kTableEnd);
}

} // namespace

std::string badCaseSection(const results::ResultParts& parts, const Labels& labels)
{
    const auto found = parts.first<results::BadCaseResult>();
    if (!found || found->samples.empty())
        return {};
    const auto& result = *found;
    auto html = fmt::format("<p>{}: {} {} {}</p>\n", escaped(result.data), result.samples.size(),
                            escaped(labels(Label::SearchedOf)), result.datasetSize);
    if (!result.isComplete)
        html += fmt::format("<p class=\"alarm\">{}</p>\n", escaped(labels(Label::NotComplete)));
    html += worstTable(result, labels) + topTable(result, labels);
    html += fmt::format("<h3>{}</h3>\n<div class=\"figures\">\n", escaped(labels(Label::Spread)));
    for (std::size_t metric = 0; metric < result.metrics.size(); ++metric)
        html += spreadFigure(result, metric, labels);
    html += "</div>\n";
    return result.labels ? html + flipsMarkup(result, labels) : html;
}

} // namespace ql::report
