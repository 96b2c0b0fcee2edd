// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph_view/graph_marks.h"

#include "widgets/style/color_scale.h"

#include <QPainter>
#include <QPolygonF>

namespace ql::widgets {

void paintOriginMark(QPainter& painter, const QPointF& centre, double size, bool isMeasured, const QColor& background)
{
    const double radius = size / 2.0;
    const QColor alarm = alarmColor(background);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(background, size / 10.0)); // stands out from a box of any colour
    painter.setBrush(alarm);
    painter.drawEllipse(centre, radius, radius);
    painter.setPen(Qt::NoPen);
    painter.setBrush(background);
    painter.drawEllipse(centre, radius * 0.62, radius * 0.62);
    if (isMeasured) {
        painter.setBrush(alarm);
        painter.drawEllipse(centre, radius * 0.38, radius * 0.38);
    }
    painter.restore();
}

void paintAdviceMark(QPainter& painter, const QPointF& centre, results::Severity severity, const QColor& ink,
                     const QColor& background)
{
    if (severity == results::Severity::Info)
        return;
    const bool isError = severity == results::Severity::Error;
    const double half = kMarkSize / 2.0;
    const QPolygonF triangle(
        {centre + QPointF(0.0, -half), centre + QPointF(half, half * 0.8), centre + QPointF(-half, half * 0.8)});
    const QColor stroke = isError ? background : ink;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(stroke, 1.2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(isError ? alarmColor(background) : background);
    painter.drawPolygon(triangle);
    painter.drawLine(centre + QPointF(0.0, -half * 0.4), centre + QPointF(0.0, half * 0.2));
    painter.drawPoint(centre + QPointF(0.0, half * 0.52));
    painter.restore();
}

void paintSharedMark(QPainter& painter, const QPointF& centre, double size, const QColor& ink, const QColor& background)
{
    const double side = size * 0.65;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(ink, 1.2));
    painter.setBrush(background);
    for (const double corner : {-size / 2.0, size / 2.0 - side})
        painter.drawRect(QRectF(centre + QPointF(corner, corner), QSizeF(side, side)));
    painter.restore();
}

} // namespace ql::widgets
