// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/icons.h"

#include "widgets/style/color_scale.h"
#include "widgets/style/window_drawings.h"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPalette>

namespace ql::widgets {

namespace {

void drawModel(const Canvas& canvas, const QColor& hue)
{
    canvas.pen(canvas.ink, 1.2);
    canvas.painter.drawLine(QPointF(4, 4), QPointF(11.5, 8));
    canvas.painter.drawLine(QPointF(4, 12), QPointF(11.5, 8));
    canvas.fill(hue);
    for (const QPointF center : {QPointF(4, 4), QPointF(4, 12), QPointF(12, 8)})
        canvas.painter.drawEllipse(center, 2.6, 2.6);
}

void drawBaseline(const Canvas& canvas)
{
    drawModel(canvas, baselineColor(canvas.background));
}

void drawAnalysis(const Canvas& canvas)
{
    drawModel(canvas, analysisColor(canvas.background));
}

void drawInputs(const Canvas& canvas)
{
    canvas.pen(canvas.ink, 1.2);
    canvas.painter.drawRect(QRectF(2.5, 2.5, 11, 11));
    for (const double at : {6.2, 9.8}) {
        canvas.painter.drawLine(QPointF(2.5, at), QPointF(13.5, at));
        canvas.painter.drawLine(QPointF(at, 2.5), QPointF(at, 13.5));
    }
}

/// Sheets on a pile.
void drawData(const Canvas& canvas)
{
    canvas.pen(canvas.ink, 1.2);
    canvas.painter.drawPolyline(QPolygonF({{5.5, 4.5}, {5.5, 2.5}, {13.5, 2.5}, {13.5, 10.5}, {11.5, 10.5}}));
    canvas.painter.drawRect(QRectF(2.5, 5, 8.5, 8.5));
    canvas.painter.drawLine(QPointF(4.5, 8), QPointF(9, 8));
    canvas.painter.drawLine(QPointF(4.5, 10.5), QPointF(9, 10.5));
}

/// A target.
void drawBadCase(const Canvas& canvas)
{
    canvas.pen(canvas.ink, 1.4);
    canvas.painter.drawEllipse(QPointF(8, 8), 6.0, 6.0);
    canvas.fill(canvas.ink);
    canvas.painter.drawEllipse(QPointF(8, 8), 2.6, 2.6);
}

/// Bars of a ranking.
void drawSensitivity(const Canvas& canvas)
{
    canvas.fill(canvas.ink);
    canvas.painter.drawRect(QRectF(2, 2.5, 12, 2.4));
    canvas.painter.drawRect(QRectF(2, 6.8, 8, 2.4));
    canvas.painter.drawRect(QRectF(2, 11.1, 4.5, 2.4));
}

/// A whole in its parts.
void drawCauses(const Canvas& canvas)
{
    canvas.pen(canvas.ink, 1.3);
    canvas.painter.drawEllipse(QPointF(8, 8), 5.8, 5.8);
    for (const QPointF end : {QPointF(8, 2.2), QPointF(13.2, 10.6), QPointF(2.8, 10.6)})
        canvas.painter.drawLine(QPointF(8, 8), end);
}

void drawCompare(const Canvas& canvas)
{
    canvas.fill(canvas.ink);
    canvas.polygon({{4, 2.5}, {13.5, 8}, {4, 13.5}});
}

void drawCancel(const Canvas& canvas)
{
    canvas.pen(canvas.ink, 1.8);
    canvas.painter.drawLine(QPointF(4, 4), QPointF(12, 12));
    canvas.painter.drawLine(QPointF(12, 4), QPointF(4, 12));
}

void drawBack(const Canvas& canvas)
{
    canvas.pen(canvas.ink, 1.6);
    canvas.painter.drawPolyline(QPolygonF({{7, 3.5}, {2.5, 8}, {7, 12.5}}));
    canvas.painter.drawLine(QPointF(2.8, 8), QPointF(13.5, 8));
}

void drawForward(const Canvas& canvas)
{
    canvas.pen(canvas.ink, 1.6);
    canvas.painter.drawPolyline(QPolygonF({{9, 3.5}, {13.5, 8}, {9, 12.5}}));
    canvas.painter.drawLine(QPointF(2.5, 8), QPointF(13.2, 8));
}

void drawWorst(const Canvas& canvas)
{
    canvas.pen(canvas.ink, 1.6);
    canvas.painter.drawPolyline(
        QPolygonF({{2.5, 3}, {13.5, 3}, {9.4, 8.2}, {9.4, 13}, {6.6, 11.5}, {6.6, 8.2}, {2.5, 3}}));
}

void drawFind(const Canvas& canvas)
{
    canvas.pen(canvas.ink, 1.6);
    canvas.painter.drawEllipse(QPointF(6.8, 6.8), 4.1, 4.1);
    canvas.painter.drawLine(QPointF(10, 10), QPointF(13.5, 13.5));
}

void drawColumns(const Canvas& canvas)
{
    canvas.pen(canvas.ink, 1.2);
    canvas.painter.drawRect(QRectF(2.5, 3, 11, 10));
    canvas.painter.drawLine(QPointF(6.2, 3), QPointF(6.2, 13));
    canvas.painter.drawLine(QPointF(9.8, 3), QPointF(9.8, 13));
}

void drawDemo(const Canvas& canvas)
{
    canvas.pen(canvas.ink, 1.4);
    canvas.painter.drawEllipse(QPointF(8, 8), 5.6, 5.6);
    canvas.fill(canvas.ink);
    canvas.polygon({{6.4, 5.2}, {11, 8}, {6.4, 10.8}});
}

/// A tick on a list.
void drawChecks(const Canvas& canvas)
{
    canvas.pen(canvas.ink, 1.2);
    canvas.painter.drawRect(QRectF(2.5, 2.5, 11, 11));
    canvas.pen(canvas.ink, 1.8);
    canvas.painter.drawPolyline(QPolygonF({{5, 8}, {7.2, 10.4}, {11, 5.4}}));
}

/// The bell of a distribution.
void drawProfile(const Canvas& canvas)
{
    canvas.pen(canvas.ink, 1.5);
    QPainterPath bell({1.8, 13});
    bell.cubicTo(QPointF(6, 13), QPointF(5.4, 3), QPointF(8, 3));
    bell.cubicTo(QPointF(10.6, 3), QPointF(10, 13), QPointF(14.2, 13));
    canvas.painter.drawPath(bell);
}

/// A box and its shadow.
void drawShadow(const Canvas& canvas)
{
    canvas.fill(mutedColor(canvas.ink, canvas.background));
    canvas.painter.drawRect(QRectF(5.5, 5.5, 8.5, 8.5));
    canvas.fill(canvas.background);
    canvas.painter.drawRect(QRectF(2, 2, 9, 9));
    canvas.pen(canvas.ink, 1.4);
    canvas.painter.drawRect(QRectF(2, 2, 9, 9));
}

/// Scales in balance.
void drawWeights(const Canvas& canvas)
{
    canvas.pen(canvas.ink, 1.3);
    canvas.painter.drawLine(QPointF(8, 2), QPointF(8, 13.5));
    canvas.painter.drawLine(QPointF(5, 13.5), QPointF(11, 13.5));
    canvas.painter.drawLine(QPointF(3, 4), QPointF(13, 4));
    for (const double at : {3.6, 12.4})
        canvas.painter.drawPolygon(QPolygonF({{at, 4.2}, {at - 2.2, 9.2}, {at + 2.2, 9.2}}));
}

void drawGraph(const Canvas& canvas)
{
    canvas.pen(canvas.ink, 1.2);
    canvas.painter.drawRect(QRectF(5.5, 1.5, 5, 3.6));
    canvas.painter.drawRect(QRectF(1.5, 10.8, 5, 3.6));
    canvas.painter.drawRect(QRectF(9.5, 10.8, 5, 3.6));
    canvas.painter.drawLine(QPointF(7, 5.1), QPointF(4, 10.8));
    canvas.painter.drawLine(QPointF(9, 5.1), QPointF(12, 10.8));
}

/// Rows of a table.
void drawLayers(const Canvas& canvas)
{
    canvas.pen(canvas.ink, 1.2);
    canvas.painter.drawRect(QRectF(2.5, 2.5, 11, 11));
    for (const double at : {6.2, 9.8})
        canvas.painter.drawLine(QPointF(2.5, at), QPointF(13.5, at));
}

/// A chart under a lens.
void drawInspector(const Canvas& canvas)
{
    drawFind(canvas);
    canvas.pen(canvas.ink, 1.2);
    for (const QLineF& bar : {QLineF(5.2, 8.6, 5.2, 6.6), QLineF(6.9, 8.6, 6.9, 4.9), QLineF(8.6, 8.6, 8.6, 7.2)})
        canvas.painter.drawLine(bar);
}

/// A folder.
void drawProject(const Canvas& canvas)
{
    canvas.pen(canvas.ink, 1.3);
    canvas.painter.drawPolygon(QPolygonF({{2, 13}, {2, 3.5}, {6.2, 3.5}, {7.6, 5.2}, {14, 5.2}, {14, 13}}));
}

/// A tray that something is put into.
void drawError(const Canvas& canvas)
{
    canvas.fill(alarmColor(canvas.background));
    canvas.polygon(
        {{5.2, 1.5}, {10.8, 1.5}, {14.5, 5.2}, {14.5, 10.8}, {10.8, 14.5}, {5.2, 14.5}, {1.5, 10.8}, {1.5, 5.2}});
    canvas.pen(canvas.background, 1.8);
    canvas.painter.drawLine(QPointF(5.6, 5.6), QPointF(10.4, 10.4));
    canvas.painter.drawLine(QPointF(10.4, 5.6), QPointF(5.6, 10.4));
}

void drawWarning(const Canvas& canvas)
{
    canvas.fill(analysisColor(canvas.background));
    canvas.polygon({{8, 1.5}, {15, 14}, {1, 14}});
    canvas.pen(canvas.background, 1.7);
    canvas.painter.drawLine(QPointF(8, 6), QPointF(8, 9.4));
    canvas.painter.drawPoint(QPointF(8, 11.9));
}

void drawNote(const Canvas& canvas)
{
    canvas.fill(baselineColor(canvas.background));
    canvas.painter.drawEllipse(QPointF(8, 8), 6.3, 6.3);
    canvas.pen(canvas.background, 1.7);
    canvas.painter.drawPoint(QPointF(8, 4.9));
    canvas.painter.drawLine(QPointF(8, 7.6), QPointF(8, 11.3));
}

/// A lens over two distributions: the baseline's smooth, the analysis model's in steps.
void drawApplication(const Canvas& canvas)
{
    canvas.fill(QColor(0x12, 0x35, 0x70));
    canvas.painter.drawRoundedRect(QRectF(0.5, 0.5, 15, 15), 3.2, 3.2);
    canvas.pen(QColor(0xfe, 0xe8, 0x38), 1.7);
    canvas.painter.drawLine(QPointF(10.1, 10.1), QPointF(13.1, 13.1));
    canvas.painter.setPen(QPen(Qt::white, 1.1));
    canvas.painter.setBrush(QColor(0x1d, 0x4a, 0x8f));
    canvas.painter.drawEllipse(QPointF(6.9, 6.9), 4.5, 4.5);
    canvas.fill(QColor(0xf5, 0xa0, 0x4c));
    for (const QRectF& bar : {QRectF(4.1, 7.6, 1.5, 1.8), QRectF(6.1, 4.6, 1.5, 4.8), QRectF(8.1, 6.6, 1.5, 2.8)})
        canvas.painter.drawRect(bar);
}

Drawing drawingOf(Icon which)
{
    switch (which) {
    case Icon::OpenBaseline: return drawBaseline;
    case Icon::OpenAnalysis: return drawAnalysis;
    case Icon::Inputs: return drawInputs;
    case Icon::Data: return drawData;
    case Icon::Compare: return drawCompare;
    case Icon::BadCase: return drawBadCase;
    case Icon::Sensitivity: return drawSensitivity;
    case Icon::Causes: return drawCauses;
    case Icon::Cancel: return drawCancel;
    case Icon::Back: return drawBack;
    case Icon::Forward: return drawForward;
    case Icon::Worst: return drawWorst;
    case Icon::Find: return drawFind;
    case Icon::Columns: return drawColumns;
    case Icon::Demo: return drawDemo;
    case Icon::Checks: return drawChecks;
    case Icon::Profile: return drawProfile;
    case Icon::Shadow: return drawShadow;
    case Icon::Weights: return drawWeights;
    case Icon::Graph: return drawGraph;
    case Icon::Layers: return drawLayers;
    case Icon::Inspector: return drawInspector;
    case Icon::Project: return drawProject;
    case Icon::Save: return drawSave;
    case Icon::Export: return drawExport;
    case Icon::ShowAll: return drawShowAll;
    case Icon::Layout: return drawLayout;
    case Icon::Guide: return drawGuide;
    case Icon::Step: return drawStep;
    case Icon::Keyboard: return drawKeyboard;
    case Icon::About: return drawAbout;
    case Icon::Quit: return drawQuit;
    case Icon::Config: return drawConfig;
    case Icon::Try: return drawTry;
    case Icon::Tune: return drawTune;
    case Icon::Int16: return drawInt16;
    case Icon::Skip: return drawSkip;
    case Icon::Restore: return drawRestore;
    case Icon::Copy: return drawCopy;
    case Icon::Delete: return drawDelete;
    }
    return drawDemo;
}

class DrawnIcon final : public QIconEngine {
public:
    explicit DrawnIcon(Drawing drawing)
        : m_drawing(drawing)
    {
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        const auto palette = QGuiApplication::palette();
        const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
        const auto ink = mode == QIcon::Selected ? QPalette::HighlightedText : QPalette::WindowText;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setOpacity(mode == QIcon::Disabled ? 0.45 : 1.0);
        const int side = qMin(rect.width(), rect.height());
        painter->translate(rect.x() + (rect.width() - side) / 2.0, rect.y() + (rect.height() - side) / 2.0);
        painter->scale(side / 16.0, side / 16.0);
        m_drawing({*painter, palette.color(group, ink), palette.color(QPalette::Base)});
        painter->restore();
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }
    QIconEngine* clone() const override { return new DrawnIcon(*this); }

private:
    Drawing m_drawing;
};

QIcon drawn(Drawing drawing)
{
    return QIcon(new DrawnIcon(drawing));
}

} // namespace

QIcon icon(Icon which)
{
    return drawn(drawingOf(which));
}

QIcon severityIcon(results::Severity severity)
{
    switch (severity) {
    case results::Severity::Error: return drawn(drawError);
    case results::Severity::Warning: return drawn(drawWarning);
    case results::Severity::Info: break;
    }
    return drawn(drawNote);
}

QIcon applicationIcon()
{
    return drawn(drawApplication);
}

} // namespace ql::widgets
