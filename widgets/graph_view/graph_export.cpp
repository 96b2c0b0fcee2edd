// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph_view/graph_export.h"

#include "core/base/error.h"
#include "core/base/writing/atomic_file.h"
#include "widgets/graph_view/graph_painter.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>

namespace ql::widgets {

namespace {

constexpr double kMostPixels = 16000.0; ///< along one side of a PNG
constexpr double kSharp = 2.0;          ///< pixels per unit where that fits
constexpr double kPointsPerInch = 72.0;

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

void paintAll(QPaintDevice& device, const std::vector<ExportedGraph>& graphs, double scale)
{
    QSizeF size;
    const std::vector<QPointF> places = placesOf(graphs, size);
    QPainter painter(&device);
    painter.scale(scale, scale);
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

QByteArray svgBytes(const std::vector<ExportedGraph>& graphs, const QSizeF& size)
{
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(size.toSize());
    generator.setViewBox(QRectF(QPointF(), size));
    generator.setTitle(QString::fromStdString(graphs.front().look.outline->model));
    paintAll(generator, graphs, 1.0);
    return buffer.data();
}

QByteArray pdfBytes(const std::vector<ExportedGraph>& graphs, const QSizeF& size)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setPageSize(QPageSize(size, QPageSize::Point));
    writer.setPageMargins({});
    writer.setResolution(int(kPointsPerInch));
    paintAll(writer, graphs, 1.0);
    return buffer.data();
}

QByteArray pngBytes(const std::vector<ExportedGraph>& graphs, const QSizeF& size)
{
    const double longest = std::max({1.0, size.width(), size.height()});
    const double scale = std::min(kSharp, kMostPixels / longest);
    QImage image((size * scale).toSize().expandedTo({1, 1}), QImage::Format_RGB32);
    paintAll(image, graphs, scale);
    QBuffer buffer;
    image.save(&buffer, "PNG");
    return buffer.data();
}

} // namespace

bool exportGraphs(const QString& path, const std::vector<ExportedGraph>& graphs)
{
    if (graphs.empty()
        || !std::ranges::all_of(graphs, [](const auto& graph) { return graph.scene && graph.look.outline; }))
        return false;
    QSizeF size;
    placesOf(graphs, size);
    const QByteArray bytes = path.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive)   ? pdfBytes(graphs, size)
                             : path.endsWith(QLatin1String(".png"), Qt::CaseInsensitive) ? pngBytes(graphs, size)
                                                                                         : svgBytes(graphs, size);
    try {
        if (!bytes.isEmpty())
            writeFileAtomically(path.toStdString(), std::string_view(bytes.data(), std::size_t(bytes.size())));
        return !bytes.isEmpty();
    } catch (const Error&) {
        return false;
    }
}

} // namespace ql::widgets
