// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/order.h"
#include "core/report/analysis_report.h"
#include "core/report/diff/diff_report.h"
#include "core/report/html/drawing.h"
#include "core/report/html/markup.h"
#include "core/report/json/field_reader.h"
#include "core/report/schema/schema_writer.h"
#include "core/report/table/number_format.h"
#include "core/results/tune_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace ql::report {

using results::TuneOverride;
using results::TunePoint;
using results::TuneRefusal;
using results::TuneResult;

namespace {

constexpr std::size_t kMostNames = 8; ///< of a point
constexpr PlotArea kArea{560, 220, 60, 552, 10, 178};

std::string overriddenName(const TuneOverride& one)
{
    return one.tensor.empty() ? one.layer : one.tensor;
}

std::string changesOf(const TunePoint& point)
{
    std::string names;
    const auto shown = std::min(kMostNames, point.overrides.size());
    for (const auto& one : std::span(point.overrides).first(shown))
        names += fmt::format("{}{} {}", names.empty() ? "" : ", ", overriddenName(one), one.action);
    const auto more = point.overrides.size() - shown;
    return more > 0 ? fmt::format("{} (+{})", names, more) : names;
}

std::string targetsMarkup(const TuneResult& result, const Labels& labels)
{
    std::string html;
    for (const auto& [output, value] : result.targets)
        html +=
            fmt::format("<p>{}{}: {} {}</p>\n", escaped(labels("Target")), output.empty() ? "" : ", " + escaped(output),
                        escaped(labels(result.metric)), fourDigits(value));
    if (result.floatMetric)
        html += fmt::format("<p>{}: {} {}</p>\n", escaped(labels("Baseline model")), escaped(labels(result.metric)),
                            fourDigits(*result.floatMetric));
    if (!result.isComplete)
        html += fmt::format("<p class=\"alarm\">{}</p>\n",
                            escaped(labels("Cancelled before the end: what is shown is a part.")));
    return html;
}

std::string verdictMarkup(const TuneResult& result, const Labels& labels)
{
    return fmt::format("<p>{}: {} {} → <strong>{}</strong>; {}: {}; {}</p>\n",
                       escaped(labels("Without and with the overrides")), escaped(labels(result.metric)),
                       fourDigits(result.start.metric), fourDigits(result.best.metric), escaped(labels("cost")),
                       fourDigits(result.best.cost),
                       escaped(labels(result.isReached ? "the targets are reached" : "the targets are not reached")));
}

Columns<TuneOverride> overrideColumns(const TuneResult& result, const Labels& labels)
{
    return {{labels("Layer"), kLeft, [](const auto& one) { return Cell(Cell::Kind::Name, overriddenName(one)); }},
            {labels("Operator"), kLeft, &TuneOverride::opType},
            {labels("Change"), kLeft, &TuneOverride::action},
            {labels("With it"), kLeft,
             [](const auto& one) {
                 std::string names;
                 for (const auto& follower : one.followers)
                     names += (names.empty() ? "" : ", ") + follower;
                 return names;
             }},
            {fmt::format("{}, {}", labels(result.metric), labels("alone")), kRight,
             [](const auto& one) { return one.tensor.empty() ? std::optional(one.alone) : std::nullopt; },
             worstSide(results::isLowWorst(result.metric))}};
}

/// What each point costs and reaches; the steps are what can be had for a cost.
std::string paretoFigure(const TuneResult& result, const Labels& labels)
{
    std::vector<const TunePoint*> points;
    for (const auto& point : result.pareto)
        if (std::isfinite(point.cost) && std::isfinite(point.metric))
            points.push_back(&point);
    if (points.size() < 2)
        return {};
    const auto reached = extentOf(points, [](const TunePoint* point) { return point->metric; });
    const auto x = Axis::linear(points.front()->cost, points.back()->cost, kArea.left, kArea.right);
    const auto y = Axis::linear(reached.low, reached.high, kArea.bottom, kArea.top);
    std::string path, marks;
    for (const auto* point : points) {
        const double across = x.place(point->cost), up = y.place(point->metric);
        path += path.empty() ? fmt::format("M{:.1f} {:.1f}", across, up) : fmt::format("H{:.1f}V{:.1f}", across, up);
        marks +=
            fmt::format("<circle class=\"mark\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\"><title>{}: {}</title></circle>",
                        across, up, fourDigits(point->cost), fourDigits(point->metric));
    }
    const auto name = labels("Nothing tried is both cheaper and better than these");
    return fmt::format("<figure><svg class=\"pareto\" viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" aria-label=\"{}\">{}"
                       "<path class=\"steps\" d=\"{}\"/>{}</svg></figure>\n",
                       kArea.width, kArea.height, escaped(name),
                       axesMarkup(kArea, x, y, labels("cost"), labels(result.metric)), path, marks);
}

std::string paretoMarkup(const TuneResult& result, const Labels& labels)
{
    const Columns<TunePoint> columns{
        {labels("cost"), kRight, &TunePoint::cost},
        {labels(result.metric), kRight, &TunePoint::metric, worstSide(results::isLowWorst(result.metric))},
        {labels("Changes"), kLeft, changesOf}};
    return fmt::format("<h3>{}</h3>\n", escaped(labels("Nothing tried is both cheaper and better than these")))
           + paretoFigure(result, labels) + pageTable("tune sortable", columns, result.pareto);
}

/// What the rule "the last layers in float first" gives here.
std::string tailsMarkup(const TuneResult& result, const Labels& labels)
{
    if (result.tails.empty())
        return {};
    const Columns<TunePoint> columns{
        {labels("Layers in float"), kLeft, changesOf},
        {labels(result.metric), kRight, &TunePoint::metric, worstSide(results::isLowWorst(result.metric))},
        {labels("Without the change"), kRight, [&](const auto&) { return result.start.metric; }}};
    return fmt::format("<h3>{}</h3>\n", escaped(labels("The last layers before the outputs in float")))
           + pageTable("tune", columns, result.tails);
}

std::string refusalsMarkup(const TuneResult& result, const Labels& labels)
{
    if (result.refusals.empty())
        return {};
    const Columns<TuneRefusal> columns{
        {labels("Layer"), kLeft, [](const auto& one) { return Cell(Cell::Kind::Name, one.layer); }},
        {labels("Change"), kLeft, &TuneRefusal::action},
        {labels("Reason"), kLeft, &TuneRefusal::reason}};
    return fmt::format("<h3>{}</h3>\n", escaped(labels("Not proposed")))
           + pageTable("tune sortable", columns, result.refusals);
}

std::string section(const TuneResult& result, const Labels& labels)
{
    auto html = fmt::format(
        "<p class=\"help\">{}</p>\n",
        escaped(labels("The fewest changes that reach the target, each tried on the samples; the cost is in "
                       "multiply-accumulates: 1 in 8 bits, 2 in 16, 4 in float, over all in 8 bits.")));
    html += targetsMarkup(result, labels) + verdictMarkup(result, labels);
    if (!result.best.overrides.empty())
        html += pageTable("tune", overrideColumns(result, labels), result.best.overrides);
    return html + tailsMarkup(result, labels) + paretoMarkup(result, labels) + refusalsMarkup(result, labels);
}

/// What each output reaches with the overrides; layers by what quantizing each alone does.
void measure(const TuneResult& result, const std::string& wanted, results::MeasurementTable& table)
{
    measureBest(result, wanted, table);
    for (const auto& one : result.ranking)
        table.addRow(overriddenName(one), one.alone);
}

} // namespace

const AnalysisReport& tuneReport()
{
    static const AnalysisReport kReport{
        "tune",
        readPart<TuneResult>,
        {{55, "tune", "Tuning: what reaches the target", sectionOf<TuneResult, section>}},
        measureEach<TuneResult, measure>,
        resultSchema<TuneResult>};
    return kReport;
}

} // namespace ql::report
