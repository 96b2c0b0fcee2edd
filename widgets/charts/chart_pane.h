// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/ticks.h"

#include <QChartView>
#include <QList>

#include <functional>
#include <optional>

class QAbstractSeries;
class QValueAxis;

namespace ql::widgets {

struct ChartAxis {
    QString title; ///< with the unit
    double low = 0.0;
    double high = 1.0; ///< both in plotted coordinates
    ChartScale scale = ChartScale::Linear;
    bool isWhole = false;    ///< ticks at whole numbers only
    bool isDownward = false; ///< of y: its low end is at the top
};

/// The common ground of our charts, for use inside widgets/charts only: axes with round ticks, wheel zoom, drag,
/// double click to reset, crosshair with a read-out, copying, and a reason when there is nothing to show.
/// Qt Charts draws the series; axes and overlays are painted here, where ticks and hatching are under control.
class ChartPane : public QChartView {
    Q_OBJECT

public:
    struct LegendEntry {
        QString text;
        QColor color;
    };
    /// A scale of colours with words at its ends.
    struct ColorScale {
        QString low;
        QString high;
        std::function<QColor(double)> color; ///< of 0 … 1
    };

    explicit ChartPane(QWidget* parent = nullptr);

    /// What a screen reader calls it before all else, where several charts stand side by side.
    void setSubject(const QString& subject);
    /// Also the range that a double click returns to.
    void setAxes(const ChartAxis& x, const ChartAxis& y);
    void setLegend(const QList<LegendEntry>& entries);
    /// Stands left of the legend's entries; nothing removes it.
    void setColorScale(std::optional<ColorScale> scale);
    /// Changes the y axis alone and keeps the zoom.
    void setVertical(const ChartAxis& y);
    /// Takes ownership.
    void addSeries(QAbstractSeries* series);
    void clearSeries();
    /// Shown instead of the axes while not empty.
    void setEmptyReason(const QString& reason);
    const QString& emptyReason() const { return m_emptyReason; }

    QRectF plotRect() const { return m_plot; }
    double pixelX(double plotted) const;
    double pixelY(double plotted) const;
    double plottedX(double pixel) const;
    double plottedY(double pixel) const;
    const ChartAxis& visibleX() const { return m_x; }
    /// Zooms in on a part of the x axis.
    void showOnly(double low, double high);
    /// Lets arrow keys move the crosshair by @p steps of the plotted coordinates and the view with it; Enter clicks
    /// there, + and − zoom, 0 shows everything.
    void setKeySteps(const QSizeF& steps) { m_keySteps = steps; }

    /// Writes the chart as it shows, as SVG, PDF or PNG by the suffix of @p path. False if that did not work.
    bool savePicture(const QString& path);

    /// Paints over the series, clipped to the plot.
    std::function<void(QPainter&)> paintOverlay;
    /// What the read-out says at a place on the x axis; empty for nothing.
    std::function<QString(double plottedX)> describe;
    /// The same for a place on both axes; taken where it is set.
    std::function<QString(const QPointF& plotted)> describePlace;
    /// Names a place of the x axis at its tick; empty for none. Without it ticks are numbers.
    std::function<QString(double plottedX)> nameX;
    /// What "Copy data" puts on the clipboard.
    std::function<QString()> dataText;

Q_SIGNALS:
    void clicked(double plottedX, double plottedY);
    /// Zoomed, moved or resized.
    void viewChanged();

protected:
    void changeEvent(QEvent* event) override;
    void drawBackground(QPainter* painter, const QRectF& rect) override;
    void drawForeground(QPainter* painter, const QRectF& rect) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    static constexpr int kMargin = 6;
    static constexpr int kTickLength = 4;

    void call(const QString& name);
    void askForPicture();
    void zoom(double factor, double anchor);
    void moveCursor(int right, int down);
    bool takeKey(int key);
    QString wordsAtCursor() const;
    void layOut();
    void showRange(double low, double high);
    void paintAxes(QPainter& painter) const;
    double legendLeft() const;
    void paintLegend(QPainter& painter) const;
    void paintColorScale(QPainter& painter, double right) const;
    void paintCrosshair(QPainter& painter) const;

    QValueAxis* m_axisX;
    QValueAxis* m_axisY;
    ChartAxis m_home;
    ChartAxis m_x;
    ChartAxis m_y;
    QList<LegendEntry> m_legend;
    QRectF m_plot;
    QString m_emptyReason;
    QString m_plainName; ///< for screen readers, until someone says more
    std::optional<ColorScale> m_colorScale;
    QSizeF m_keySteps;
    std::optional<QPointF> m_cursor;
    std::optional<QPointF> m_pressed;
    double m_pressedLow = 0.0;
    bool m_isDragging = false;
    QString m_subject; ///< for screen readers, before m_name
    QString m_name;
};

} // namespace ql::widgets
