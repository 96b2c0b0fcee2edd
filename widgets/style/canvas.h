// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPainter>
#include <QPolygonF>

#include <initializer_list>

namespace ql::widgets {

/// What a drawing is handed: a 16 × 16 canvas and the colours of the moment.
struct Canvas {
    QPainter& painter;
    QColor ink;
    QColor background;

    void pen(const QColor& color, double width = 1.4) const
    {
        painter.setPen(QPen(color, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.setBrush(Qt::NoBrush);
    }
    void fill(const QColor& color) const
    {
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
    }
    void polygon(std::initializer_list<QPointF> points) const { painter.drawPolygon(QPolygonF(points)); }
};

using Drawing = void (*)(const Canvas&);

} // namespace ql::widgets
