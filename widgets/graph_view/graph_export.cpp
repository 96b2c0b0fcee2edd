// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph_view/graph_export.h"

#include "widgets/charts/picture_file.h"
#include "widgets/graph_view/graph_painter.h"

#include <QPainter>

#include <algorithm>

namespace ql::widgets {

namespace {

constexpr double kGraphGap = 48.0; ///< between two graphs
constexpr double kTitle = 28.0;    ///< height of the line above one

double titleHeight(const ExportedGraph& graph)
{
    return graph.title.isEmpty() ? 0.0 : kTitle;
}

/// Where each graph goes, its title included, and the size of all.
std::vector<QPointF> placesOf(const std::vector<ExportedGraph>& graphs, QSizeF& all)
{
    std::vector<QPointF> places;
    QRectF bounds;
    for (const ExportedGraph& graph : graphs) {
        const bool isFirst = places.empty();
        const QPointF place = isFirst                   ? QPointF()
                              : graph.scene->isSideways ? QPointF(0.0, bounds.bottom() + kGraphGap)
                                                        : QPointF(bounds.right() + kGraphGap, 0.0);
        places.push_back(place);
        bounds = bounds.united(QRectF(place, graph.scene->size + QSizeF(0.0, titleHeight(graph))));
    }
    all = bounds.size();
    return places;
}

void paintAll(QPainter& painter, const std::vector<ExportedGraph>& graphs)
{
    QSizeF size;
    const std::vector<QPointF> places = placesOf(graphs, size);
    painter.fillRect(QRectF(QPointF(), size), graphs.front().look.palette.color(QPalette::Base));
    for (std::size_t i = 0; i < graphs.size(); ++i) {
        const ExportedGraph& graph = graphs[i];
        painter.save();
        painter.translate(places[i]);
        painter.setFont(graph.look.font);
        painter.setPen(graph.look.palette.color(QPalette::Text));
        painter.drawText(QRectF(12.0, 0.0, graph.scene->size.width() - 24.0, titleHeight(graph)),
                         Qt::AlignLeft | Qt::AlignVCenter, graph.title);
        painter.translate(0.0, titleHeight(graph));
        // With every word, however small the print.
        paintGraph(painter, *graph.scene, graph.look, QRectF(QPointF(), graph.scene->size), 1.0);
        painter.restore();
    }
}

} // namespace

bool exportGraphs(const QString& path, const std::vector<ExportedGraph>& graphs)
{
    if (graphs.empty()
        || !std::ranges::all_of(graphs, [](const auto& graph) { return graph.scene && graph.look.outline; }))
        return false;
    QSizeF size;
    placesOf(graphs, size);
    return writePicture(path, size, QString::fromStdString(graphs.front().look.outline->model),
                        [&graphs](QPainter& painter) { paintAll(painter, graphs); });
}

} // namespace ql::widgets
