// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph_view/graph_layout.h"

#include "widgets/graph_view/layered_graph.h"

#include <algorithm>
#include <limits>

namespace ql::widgets {

namespace {

constexpr double kRowGap = 42.0;
constexpr double kMargin = 12.0;

/// The y of each row's centre line and of the lower end of all.
std::vector<double> rowCentres(const LayeredGraph& graph, double& bottom)
{
    std::vector<double> centres;
    double top = kMargin;
    for (const auto& row : graph.rows) {
        double height = 0.0;
        for (const int place : row)
            height = std::max(height, graph.places[std::size_t(place)].height);
        centres.push_back(top + height / 2.0);
        top += height + kRowGap;
    }
    bottom = graph.rows.empty() ? 2 * kMargin : top - kRowGap + kMargin;
    return centres;
}

std::vector<QPointF> routeOf(const LayeredGraph& graph, std::size_t edge, const std::vector<double>& centres,
                             double left)
{
    std::vector<QPointF> points;
    const std::vector<int>& chain = graph.chains[edge];
    for (std::size_t i = 0; i < chain.size(); ++i) {
        const auto& place = graph.places[std::size_t(chain[i])];
        const double half = i == 0 ? place.height / 2.0 : i + 1 == chain.size() ? -place.height / 2.0 : 0.0;
        points.emplace_back(place.x - left, centres[std::size_t(place.row)] + half);
    }
    if (graph.isReversed[edge])
        std::ranges::reverse(points);
    return points;
}

} // namespace

LayoutResult layOut(const LayoutTask& task, JobContext& context)
{
    LayeredGraph graph = makeLayers(task, context);
    reduceCrossings(graph, context);
    placeInRows(graph, context);
    double left = std::numeric_limits<double>::max();
    double right = std::numeric_limits<double>::lowest();
    for (const auto& place : graph.places) {
        left = std::min(left, place.x - place.width / 2.0 - kMargin);
        right = std::max(right, place.x + place.width / 2.0 + kMargin);
    }
    if (graph.places.empty())
        left = right = 0.0;
    LayoutResult result;
    double bottom = 0.0;
    const std::vector<double> centres = rowCentres(graph, bottom);
    for (std::size_t box = 0; box < task.sizes.size(); ++box)
        result.centres.emplace_back(graph.places[box].x - left, centres[std::size_t(graph.places[box].row)]);
    for (std::size_t edge = 0; edge < task.edges.size(); ++edge)
        result.routes.push_back(routeOf(graph, edge, centres, left));
    result.size = QSizeF(right - left, bottom);
    return result;
}

} // namespace ql::widgets
