// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/compare/compare_report.h"
#include "core/report/compare/compare_sections.h"
#include "core/report/format/badness_colours.h"
#include "core/report/html/drawing.h"
#include "core/report/html/markup.h"
#include "core/report/table/number_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ql::report {

using results::CompareResult;
using results::MetricId;

namespace {

constexpr PlotArea kStripArea{1000, 250, 70, 990, 22, 205};
constexpr double kManyDecades = 100.0;
constexpr double kHarmlessDb = 80.0; ///< better values stand at the upper edge, so that the bad ones have room

struct Point {
    std::size_t layer;
    double value;
};

std::vector<Point> pointsOf(const CompareResult& result, MetricId metric)
{
    std::vector<Point> points;
    for (std::size_t i = 0; i < result.layers.size(); ++i) {
        const auto& metrics = result.layers[i].metrics;
        if (const auto value = metrics ? results::valueOf(*metrics, metric) : std::nullopt)
            points.push_back({i, *value});
    }
    return points;
}

/// Linear for what has a natural scale, by decades for errors that span several.
Axis valueAxis(const std::vector<Point>& points, MetricId metric)
{
    double low = std::numeric_limits<double>::max();
    double high = std::numeric_limits<double>::lowest();
    double leastPositive = std::numeric_limits<double>::max();
    for (const auto& point : points) {
        if (!std::isfinite(point.value))
            continue;
        low = std::min(low, point.value);
        high = std::max(high, point.value);
        if (point.value > 0.0)
            leastPositive = std::min(leastPositive, point.value);
    }
    if (low > high)
        return Axis::linear(0.0, 1.0, kStripArea.bottom, kStripArea.top);
    if (metric == MetricId::Cosine)
        return Axis::linear(std::min(low, 0.999), 1.0, kStripArea.bottom, kStripArea.top);
    if (metric == MetricId::Sqnr)
        return Axis::linear(std::min(low, 0.0), std::clamp(high, 10.0, kHarmlessDb), kStripArea.bottom, kStripArea.top);
    if (leastPositive <= high && high / leastPositive > kManyDecades)
        return Axis::logarithmic(leastPositive, high, kStripArea.bottom, kStripArea.top);
    return Axis::linear(0.0, std::max(high, 1e-9), kStripArea.bottom, kStripArea.top);
}

/// NaN stands where the worst stand.
double heightOf(double value, const Axis& axis, MetricId metric)
{
    if (std::isnan(value))
        return results::isLowWorst(metric) ? kStripArea.bottom : kStripArea.top;
    return axis.place(value);
}

double acrossOf(std::size_t layer, double step)
{
    return kStripArea.left + (double(layer) + 0.5) * step;
}

std::string originMark(const CompareResult& result, double step, const Labels& labels)
{
    const auto* origin = originLayer(result);
    if (!origin)
        return {};
    const double x = acrossOf(static_cast<std::size_t>(origin - result.layers.data()), step);
    const bool isRight = x > (kStripArea.left + kStripArea.right) / 2;
    return fmt::format("<path class=\"origin\" d=\"M{0:.1f} {1:.0f}V{2:.0f}\"/><text class=\"origin\" x=\"{3:.1f}\" "
                       "y=\"{4:.0f}\" text-anchor=\"{5}\">{6} {7}</text>",
                       x, kStripArea.top - 8, kStripArea.bottom, isRight ? x - 5 : x + 5, kStripArea.top - 8,
                       isRight ? "end" : "start",
                       escaped(labels(result.isOriginMeasured ? "The error starts at" : "The error may start at")),
                       escaped(result.errorOrigin));
}

/// A line through all points, also across layers without the metric, and dots coloured by how bad they are.
std::string dataMarkup(const CompareResult& result, const std::vector<Point>& points, const Axis& axis, MetricId metric,
                       double step)
{
    const results::BadnessScale scale(result);
    std::string line;
    std::string rims;
    std::array<std::string, kBadnessColours.size()> dots;
    for (const auto& point : points) {
        const auto place =
            fmt::format("{:.1f} {:.1f}", acrossOf(point.layer, step), heightOf(point.value, axis, metric));
        line += (line.empty() ? "M" : "L") + place;
        rims += "M" + place + "h0";
        dots.at(badnessStep(scale.badness(metric, point.value))) += "M" + place + "h0";
    }
    auto markup = fmt::format("<path class=\"line\" d=\"{}\"/><path class=\"rim\" d=\"{}\"/>", line, rims);
    for (std::size_t step = 0; step < dots.size(); ++step)
        if (!dots.at(step).empty())
            markup += fmt::format("<path class=\"dot k{}\" d=\"{}\"/>", step, dots.at(step));
    return markup;
}

/// What the axis has no room for stands at its edge as an arrow, and in numbers beside the axis' name.
std::string beyondMarkup(const std::vector<Point>& points, const Axis& axis, double step)
{
    std::string arrows;
    double least = std::numeric_limits<double>::infinity();
    double most = -least;
    for (const auto& point : points) {
        if (std::isnan(point.value) || axis.holds(point.value))
            continue;
        arrows += fmt::format("M{:.1f} {:.0f}l-5 9h10z", acrossOf(point.layer, step), kStripArea.top - 5);
        least = std::min(least, point.value);
        most = std::max(most, point.value);
    }
    if (arrows.empty())
        return {};
    const auto words = [](double value) { return std::isinf(value) ? std::string("∞") : fourDigits(value); };
    return fmt::format("<path class=\"beyond\" d=\"{}\"/><text class=\"axis\" x=\"{:.0f}\" y=\"{:.0f}\" "
                       "text-anchor=\"end\">▲ {}</text>",
                       arrows, kStripArea.right, kStripArea.height - 4,
                       least == most ? words(most) : words(least) + " … " + words(most));
}

} // namespace

std::string stripChart(const CompareResult& result, MetricId metric, const Labels& labels, bool isShown)
{
    const auto points = pointsOf(result, metric);
    if (points.empty())
        return {};
    const double step = (kStripArea.right - kStripArea.left) / double(result.layers.size());
    const auto axis = valueAxis(points, metric);
    const auto across = Axis::linear(-0.5, double(result.layers.size()) - 0.5, kStripArea.left, kStripArea.right);
    return fmt::format("<div class=\"strip\" data-metric=\"{}\" data-left=\"{}\" data-step=\"{:.4f}\" "
                       "data-count=\"{}\"{}><svg viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" aria-label=\"{}\">",
                       results::key(metric), kStripArea.left, step, result.layers.size(), isShown ? "" : " hidden",
                       kStripArea.width, kStripArea.height, escaped(labels(metric)))
           + axesMarkup(kStripArea, across, axis, labels("layers in execution order"), labels(metric))
           + originMark(result, step, labels) + dataMarkup(result, points, axis, metric, step)
           + beyondMarkup(points, axis, step)
           + fmt::format("<path class=\"cursor\" d=\"M0 {:.0f}V{:.0f}\" visibility=\"hidden\"/></svg></div>\n",
                         kStripArea.top, kStripArea.bottom);
}

} // namespace ql::report
