// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/picture_file.h"

#include "core/base/error.h"
#include "core/base/writing/atomic_file.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <algorithm>

namespace ql::widgets {

namespace {

constexpr double kMostPixels = 16000.0; ///< along one side of a PNG
constexpr double kSharp = 2.0;          ///< pixels per unit where that fits
constexpr double kPointsPerInch = 72.0;

using Paint = std::function<void(QPainter&)>;

void paintOn(QPaintDevice& device, double scale, const Paint& paint)
{
    QPainter painter(&device);
    painter.scale(scale, scale);
    paint(painter);
}

QByteArray svgBytes(const QSizeF& size, const QString& title, const Paint& paint)
{
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(size.toSize());
    generator.setViewBox(QRectF(QPointF(), size));
    generator.setTitle(title);
    paintOn(generator, 1.0, paint);
    return buffer.data();
}

QByteArray pdfBytes(const QSizeF& size, const Paint& paint)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setPageSize(QPageSize(size, QPageSize::Point));
    writer.setPageMargins({});
    writer.setResolution(int(kPointsPerInch));
    paintOn(writer, 1.0, paint);
    return buffer.data();
}

QByteArray pngBytes(const QSizeF& size, const Paint& paint)
{
    const double longest = std::max({1.0, size.width(), size.height()});
    const double scale = std::min(kSharp, kMostPixels / longest);
    QImage image((size * scale).toSize().expandedTo({1, 1}), QImage::Format_RGB32);
    image.fill(Qt::white);
    paintOn(image, scale, paint);
    QBuffer buffer;
    image.save(&buffer, "PNG");
    return buffer.data();
}

} // namespace

bool writePicture(const QString& path, const QSizeF& size, const QString& title, const Paint& paint)
{
    const auto is = [&path](const char* suffix) { return path.endsWith(QLatin1String(suffix), Qt::CaseInsensitive); };
    const QByteArray bytes = is(".pdf")   ? pdfBytes(size, paint)
                             : is(".png") ? pngBytes(size, paint)
                                          : svgBytes(size, title, paint);
    try {
        if (!bytes.isEmpty())
            writeFileAtomically(path.toStdString(), std::string_view(bytes.data(), std::size_t(bytes.size())));
        return !bytes.isEmpty();
    } catch (const Error&) {
        return false;
    }
}

} // namespace ql::widgets
