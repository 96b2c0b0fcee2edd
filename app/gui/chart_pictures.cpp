// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/chart_pictures.h"

#include "core/base/error.h"
#include "core/report/exports/export_format.h"
#include "core/report/result_document.h"
#include "widgets/charts/picture_file.h"
#include "widgets/text/core_text.h"

#include <QPainter>
#include <QSvgRenderer>

#include <cstdio>

namespace ql::gui {

namespace {

results::ResultParts partsOf(const QStringList& files)
{
    results::ResultParts parts;
    for (const QString& file : files)
        parts.add(report::readResultDocument(file.toStdString()).parts);
    return parts;
}

QString pictureName(const std::string& chart)
{
    const QString name = QString::fromStdString(chart);
    return name.left(name.lastIndexOf(u'.')) + QLatin1String(".png");
}

} // namespace

int writeChartPictures(const QStringList& files, const QString& folder)
{
    try {
        const auto charts =
            report::exportedFiles(*report::exportFormatOf("charts-svg"), partsOf(files), widgets::coreLabels());
        for (const auto& [name, svg] : charts) {
            QSvgRenderer renderer(QByteArray::fromStdString(svg));
            const QSizeF size = renderer.viewBoxF().size();
            const QString path = folder + u'/' + pictureName(name);
            if (!widgets::writePicture(path, size, {},
                                       [&](QPainter& painter) { renderer.render(&painter, QRectF(QPointF(), size)); }))
                throw Error(ErrorCode::FileWrite, Message("{} cannot be written", path.toStdString()),
                            "is there room, and may you write there?");
            std::printf("wrote %s\n", qUtf8Printable(path));
        }
        return 0;
    } catch (const Error& error) {
        std::fprintf(stderr, "error: %s\n", error.what());
        return 1;
    }
}

} // namespace ql::gui
