// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/window_drawings.h"

#include "widgets/style/color_scale.h"

#include <QPainterPath>

#include <utility>

namespace ql::widgets {

void drawSave(const Canvas& canvas)
{
    canvas.pen(canvas.ink, 1.5);
    canvas.painter.drawPolyline(QPolygonF({{2.5, 10}, {2.5, 13.5}, {13.5, 13.5}, {13.5, 10}}));
    canvas.painter.drawLine(QPointF(8, 2.5), QPointF(8, 9.6));
    canvas.painter.drawPolyline(QPolygonF({{5, 6.8}, {8, 9.8}, {11, 6.8}}));
}

/// The same tray, and something leaves it.
void drawExport(const Canvas& canvas)
{
    canvas.pen(canvas.ink, 1.5);
    canvas.painter.drawPolyline(QPolygonF({{2.5, 10}, {2.5, 13.5}, {13.5, 13.5}, {13.5, 10}}));
    canvas.painter.drawLine(QPointF(8, 2.8), QPointF(8, 10));
    canvas.painter.drawPolyline(QPolygonF({{5, 5.6}, {8, 2.6}, {11, 5.6}}));
}

/// An empty filter: everything passes.
void drawShowAll(const Canvas& canvas)
{
    canvas.pen(canvas.ink, 1.5);
    for (const double at : {4.0, 8.0, 12.0})
        canvas.painter.drawLine(QPointF(2.5, at), QPointF(13.5, at));
}

/// Panes of a window.
void drawLayout(const Canvas& canvas)
{
    canvas.pen(canvas.ink, 1.2);
    canvas.painter.drawRect(QRectF(2, 2.5, 12, 11));
    canvas.painter.drawLine(QPointF(6, 2.5), QPointF(6, 13.5));
    canvas.painter.drawLine(QPointF(6, 9.5), QPointF(14, 9.5));
}

/// Steps with a flag at the end.
void drawGuide(const Canvas& canvas)
{
    canvas.pen(canvas.ink, 1.4);
    canvas.painter.drawPolyline(QPolygonF({{1.8, 13.5}, {5, 13.5}, {5, 10.5}, {8.5, 10.5}, {8.5, 7.5}, {12, 7.5}}));
    canvas.painter.drawLine(QPointF(11, 7.5), QPointF(11, 1.8));
    canvas.fill(canvas.ink);
    canvas.polygon({{11, 1.8}, {14.6, 3.4}, {11, 5}});
}

/// Still empty.
void drawStep(const Canvas& canvas)
{
    canvas.pen(mutedColor(canvas.ink, canvas.background), 1.4);
    canvas.painter.drawEllipse(QPointF(8, 8), 5.6, 5.6);
}

void drawKeyboard(const Canvas& canvas)
{
    canvas.pen(canvas.ink, 1.2);
    canvas.painter.drawRoundedRect(QRectF(1.5, 4, 13, 8.5), 1.5, 1.5);
    for (const double at : {4.2, 6.7, 9.3, 11.8})
        canvas.painter.drawPoint(QPointF(at, 6.8));
    canvas.painter.drawLine(QPointF(5, 9.8), QPointF(11, 9.8));
}

void drawAbout(const Canvas& canvas)
{
    canvas.pen(canvas.ink, 1.4);
    canvas.painter.drawEllipse(QPointF(8, 8), 6.0, 6.0);
    canvas.painter.drawPoint(QPointF(8, 5));
    canvas.painter.drawLine(QPointF(8, 7.6), QPointF(8, 11.2));
}

/// A way out of a door.
void drawQuit(const Canvas& canvas)
{
    canvas.pen(canvas.ink, 1.4);
    canvas.painter.drawPolyline(QPolygonF({{9, 2.5}, {3, 2.5}, {3, 13.5}, {9, 13.5}}));
    canvas.painter.drawLine(QPointF(6.5, 8), QPointF(13.6, 8));
    canvas.painter.drawPolyline(QPolygonF({{11, 5.2}, {13.8, 8}, {11, 10.8}}));
}

/// Three sliders.
void drawConfig(const Canvas& canvas)
{
    constexpr std::pair<double, double> kSliders[]{{3.5, 10.5}, {8.0, 5.5}, {12.5, 9.0}};
    for (const auto& [y, knob] : kSliders) {
        canvas.pen(canvas.ink, 1.2);
        canvas.painter.drawLine(QPointF(2, y), QPointF(14, y));
        canvas.fill(analysisColor(canvas.background));
        canvas.painter.drawEllipse(QPointF(knob, y), 2.0, 2.0);
    }
}

/// Once around.
void drawTry(const Canvas& canvas)
{
    canvas.pen(baselineColor(canvas.background), 1.7);
    canvas.painter.drawArc(QRectF(3, 3, 10, 10), 60 * 16, 285 * 16);
    canvas.fill(baselineColor(canvas.background));
    canvas.polygon({{9.2, 1.0}, {14.0, 3.6}, {9.6, 6.6}});
}

/// Points that rise ever less.
void drawTune(const Canvas& canvas)
{
    canvas.pen(canvas.ink, 1.2);
    canvas.painter.drawPolyline(QPolygonF({{2, 2}, {2, 14}, {14, 14}}));
    canvas.fill(analysisColor(canvas.background));
    for (const QPointF point : {QPointF(5, 10.5), QPointF(7.5, 6.5), QPointF(12.5, 4)})
        canvas.painter.drawEllipse(point, 1.6, 1.6);
}

/// Sixteen steps where there were few.
void drawInt16(const Canvas& canvas)
{
    canvas.pen(analysisColor(canvas.background), 1.3);
    QPolygonF steps;
    for (int step = 0; step < 5; ++step)
        steps << QPointF(2.5 + 2.3 * step, 13.5 - 2.5 * step) << QPointF(2.5 + 2.3 * (step + 1), 13.5 - 2.5 * step);
    canvas.painter.drawPolyline(steps);
}

/// Around the box.
void drawSkip(const Canvas& canvas)
{
    canvas.pen(canvas.ink, 1.2);
    canvas.painter.drawRect(QRectF(5.5, 8.5, 5, 5));
    canvas.pen(baselineColor(canvas.background), 1.5);
    canvas.painter.drawArc(QRectF(2.5, 3, 11, 12), 10 * 16, 160 * 16);
    canvas.fill(baselineColor(canvas.background));
    canvas.polygon({{15.4, 6.6}, {13.4, 10.6}, {11.2, 6.8}});
}

void drawRestore(const Canvas& canvas)
{
    canvas.pen(canvas.ink, 1.5);
    canvas.painter.drawArc(QRectF(3.5, 4, 9, 9), -60 * 16, 200 * 16);
    canvas.painter.drawLine(QPointF(4, 6.8), QPointF(9, 4.1));
    canvas.fill(canvas.ink);
    canvas.polygon({{1.6, 7.4}, {5.6, 3.2}, {6.6, 8.6}});
}

/// A sheet before its twin.
void drawCopy(const Canvas& canvas)
{
    canvas.pen(canvas.ink, 1.3);
    canvas.painter.drawPolyline(QPolygonF({{5.5, 4.5}, {5.5, 2.5}, {13.5, 2.5}, {13.5, 10.5}, {11.5, 10.5}}));
    canvas.painter.drawRect(QRectF(2.5, 5, 8.5, 8.5));
}

/// A bin.
void drawDelete(const Canvas& canvas)
{
    canvas.pen(canvas.ink, 1.3);
    canvas.painter.drawLine(QPointF(2.5, 4), QPointF(13.5, 4));
    canvas.painter.drawPolyline(QPolygonF({{6, 3.6}, {6, 2.2}, {10, 2.2}, {10, 3.6}}));
    canvas.painter.drawPolyline(QPolygonF({{4, 4.4}, {4.8, 13.8}, {11.2, 13.8}, {12, 4.4}}));
}

} // namespace ql::widgets
