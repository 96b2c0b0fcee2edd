// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_pane.h"
#include "widgets/charts/error_strip_chart.h"
#include "widgets/style/color_scale.h"
#include "widgets/text/display_text.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <map>

namespace ql::widgets {

void ErrorStripChart::paintLayers(QPainter& painter) const
{
    paintSigns(painter);
    if (isDense())
        paintEnvelope(painter);
    else
        paintPoints(painter);
}

/// Where the error starts, and the selected layer.
void ErrorStripChart::paintSigns(QPainter& painter) const
{
    const QRectF plot = m_pane->plotRect();
    for (const Point& point : m_points) {
        const double x = m_pane->pixelX(point.layer);
        if (point.layer == m_current) {
            painter.setPen(QPen(palette().color(QPalette::Highlight), 1.6));
            painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
        }
        const auto& layer = m_result->layers[std::size_t(point.layer)];
        if (!m_result->errorOrigin.empty() && layer.name == m_result->errorOrigin)
            paintOrigin(painter, x);
    }
}

void ErrorStripChart::paintOrigin(QPainter& painter, double x) const
{
    const QRectF plot = m_pane->plotRect();
    painter.setPen(QPen(alarmColor(palette().color(QPalette::Window)), 1.4, Qt::DashLine));
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    const QString words = m_result->isOriginMeasured ? tr("the error starts here") : tr("the error may start here");
    const double width = QFontMetricsF(font()).horizontalAdvance(words);
    painter.drawText(
        QPointF(x + 6 + width < plot.right() ? x + 6 : x - 6 - width, plot.top() + QFontMetricsF(font()).ascent()),
        words);
}

void ErrorStripChart::paintEnvelope(QPainter& painter) const
{
    struct Column {
        double top;
        double bottom;
        const Point* worst;
    };
    std::map<int, Column> columns;
    for (const Point& point : m_points) {
        const double y = m_pane->pixelY(point.at);
        const auto [place, isNew] = columns.try_emplace(int(m_pane->pixelX(point.layer)), Column{y, y, &point});
        Column& column = place->second;
        column.top = std::min(column.top, y);
        column.bottom = std::max(column.bottom, y);
        if (!isNew && isWorse(point, *column.worst))
            column.worst = &point;
    }
    QColor range = palette().color(QPalette::WindowText);
    range.setAlphaF(0.3F);
    painter.setPen(QPen(range, 1.0));
    for (const auto& [x, column] : columns)
        painter.drawLine(QPointF(x + 0.5, column.top), QPointF(x + 0.5, column.bottom));
    constexpr double kDot = 1.8;
    for (const auto& [x, column] : columns)
        paintPoint(painter, *column.worst, kDot);
    if (const auto here = std::ranges::find(m_points, m_current, &Point::layer); here != m_points.end())
        paintPoint(painter, *here, 2.0 * kDot);
}

void ErrorStripChart::paintPoints(QPainter& painter) const
{
    QColor ink = palette().color(QPalette::WindowText);
    ink.setAlphaF(0.45F);
    painter.setPen(QPen(ink, 1.2));
    QPolygonF path;
    for (const Point& point : m_points)
        path.append({m_pane->pixelX(point.layer), m_pane->pixelY(point.at)});
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(path);
    const double radius = std::clamp(spacing() * 0.35, 1.6, 4.0);
    for (const Point& point : m_points)
        paintPoint(painter, point, point.layer == m_current ? radius + 2.0 : radius);
}

/// A circle; a square for NaN; a triangle, with its number where there is room, for what the axis doesn't reach.
void ErrorStripChart::paintPoint(QPainter& painter, const Point& point, double size) const
{
    const QPointF center(m_pane->pixelX(point.layer), m_pane->pixelY(point.at));
    painter.setPen(QPen(palette().color(QPalette::WindowText), isDense() ? 0.3 : 0.8));
    if (std::isnan(point.value)) {
        painter.setBrush(alarmColor(palette().color(QPalette::Window)));
        painter.drawRect(QRectF(center.x() - size, center.y() - size, 2 * size, 2 * size));
        return;
    }
    painter.setBrush(cividis(m_badness.badness(m_metric, point.value)));
    if (!point.isBeyond) {
        painter.drawEllipse(center, size, size);
        return;
    }
    const bool isAbove = center.y() < m_pane->plotRect().center().y();
    const double tip = isAbove ? -1.4 * size : 1.4 * size;
    painter.drawPolygon(QPolygonF{center + QPointF(0, tip), center + QPointF(-1.2 * size, -tip / 2),
                                  center + QPointF(1.2 * size, -tip / 2)});
    const QFontMetricsF metrics(font());
    const QString number = formatNumber(point.value);
    if (spacing() > metrics.horizontalAdvance(number) / 2.0)
        painter.drawText(center + QPointF(size + 4.0, isAbove ? metrics.ascent() - size : 0.0), number);
}

} // namespace ql::widgets
