// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph_view/graph_export.h"

#include "widgets/graph_view/graph_painter.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>

namespace ql::widgets {

namespace {

constexpr double kMostPixels = 16000.0; ///< along one side of a PNG
constexpr double kSharp = 2.0;          ///< pixels per unit where that fits
constexpr double kPointsPerInch = 72.0;

void paintWhole(QPaintDevice& device, const GraphScene& scene, const GraphLook& look, double scale)
{
    QPainter painter(&device);
    painter.scale(scale, scale);
    const QRectF all(QPointF(), scene.size);
    painter.fillRect(all, look.palette.color(QPalette::Base));
    paintGraph(painter, scene, look, all, 1.0); // with every word, however small the print
}

QByteArray svgBytes(const GraphScene& scene, const GraphLook& look)
{
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(scene.size.toSize());
    generator.setViewBox(QRectF(QPointF(), scene.size));
    generator.setTitle(QString::fromStdString(look.outline->model));
    paintWhole(generator, scene, look, 1.0);
    return buffer.data();
}

QByteArray pdfBytes(const GraphScene& scene, const GraphLook& look)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setPageSize(QPageSize(scene.size, QPageSize::Point));
    writer.setPageMargins({});
    writer.setResolution(int(kPointsPerInch));
    paintWhole(writer, scene, look, 1.0);
    return buffer.data();
}

QByteArray pngBytes(const GraphScene& scene, const GraphLook& look)
{
    const double longest = std::max({1.0, scene.size.width(), scene.size.height()});
    const double scale = std::min(kSharp, kMostPixels / longest);
    QImage image((scene.size * scale).toSize().expandedTo({1, 1}), QImage::Format_RGB32);
    paintWhole(image, scene, look, scale);
    QBuffer buffer;
    image.save(&buffer, "PNG");
    return buffer.data();
}

} // namespace

bool exportGraph(const QString& path, const GraphScene& scene, const GraphLook& look)
{
    if (!look.outline)
        return false;
    const QByteArray bytes = path.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive)   ? pdfBytes(scene, look)
                             : path.endsWith(QLatin1String(".png"), Qt::CaseInsensitive) ? pngBytes(scene, look)
                                                                                         : svgBytes(scene, look);
    QSaveFile file(path);
    return !bytes.isEmpty() && file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
}

} // namespace ql::widgets
