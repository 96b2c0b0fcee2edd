// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_pane.h"

#include "widgets/models/color_scale.h"

#include <QApplication>
#include <QChart>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QValueAxis>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace ql::widgets {

namespace {

constexpr int kMargin = 6;
constexpr int kTickLength = 4;
constexpr double kOverhang = 5.0; ///< markers on the edge of the plot are not cut
constexpr double kZoomPerStep = 1.2;
constexpr double kDeepestZoom = 1e-5; ///< of the home range

} // namespace

ChartPane::ChartPane(QWidget* parent)
    : QChartView(parent)
    , m_axisX(new QValueAxis)
    , m_axisY(new QValueAxis)
{
    chart()->addAxis(m_axisX, Qt::AlignBottom);
    chart()->addAxis(m_axisY, Qt::AlignLeft);
    m_axisX->setVisible(false);
    m_axisY->setVisible(false);
    chart()->setBackgroundVisible(false);
    chart()->legend()->hide();
    chart()->setMargins({});
    setRenderHint(QPainter::Antialiasing);
    setFrameShape(QFrame::NoFrame);
    setBackgroundBrush(Qt::NoBrush);
    viewport()->setAutoFillBackground(false);
    setViewportUpdateMode(QGraphicsView::FullViewportUpdate);
    setMouseTracking(true);
    setMinimumSize(160, 90);
}

void ChartPane::setAxes(const ChartAxis& x, const ChartAxis& y)
{
    m_home = x;
    setAccessibleName(tr("Chart: %1 over %2").arg(y.title, x.title));
    m_x = x;
    m_y = y;
    m_axisY->setRange(y.low, y.high);
    layOut();
    showRange(x.low, x.high);
}

void ChartPane::setVertical(const ChartAxis& y)
{
    m_y = y;
    setAccessibleName(tr("Chart: %1 over %2").arg(y.title, m_x.title));
    m_axisY->setRange(y.low, y.high);
    layOut();
}

void ChartPane::setLegend(const QList<LegendEntry>& entries)
{
    m_legend = entries;
    viewport()->update();
}

void ChartPane::addSeries(QAbstractSeries* series)
{
    chart()->addSeries(series);
    series->attachAxis(m_axisX);
    series->attachAxis(m_axisY);
}

void ChartPane::clearSeries()
{
    chart()->removeAllSeries();
}

void ChartPane::setEmptyReason(const QString& reason)
{
    m_emptyReason = reason;
    if (!reason.isEmpty())
        setAccessibleName(reason);
    if (!reason.isEmpty())
        clearSeries();
    viewport()->update();
}

double ChartPane::pixelX(double plotted) const
{
    return m_plot.left() + (plotted - m_x.low) / (m_x.high - m_x.low) * m_plot.width();
}

double ChartPane::pixelY(double plotted) const
{
    return m_plot.bottom() - (plotted - m_y.low) / (m_y.high - m_y.low) * m_plot.height();
}

double ChartPane::plottedX(double pixel) const
{
    return m_x.low + (pixel - m_plot.left()) / m_plot.width() * (m_x.high - m_x.low);
}

void ChartPane::layOut()
{
    const QFontMetricsF metrics(font());
    double widest = metrics.horizontalAdvance(QStringLiteral("0.00"));
    for (const Tick& tick : roundTicks(m_y.low, m_y.high, 6, m_y.scale, m_y.isWhole))
        widest = std::max(widest, metrics.horizontalAdvance(tick.label));
    const double left = kMargin + widest + kTickLength + 4;
    const double top = kMargin + metrics.height() + 4;
    const double below = kTickLength + 2 * metrics.height() + kMargin;
    m_plot = QRectF(left, top, std::max(10.0, width() - left - 2 * kMargin), std::max(10.0, height() - top - below));
    chart()->setPlotArea(m_plot);
    viewport()->update();
}

void ChartPane::showRange(double low, double high)
{
    m_x.low = low;
    m_x.high = high;
    m_axisX->setRange(low, high);
    viewport()->update();
    Q_EMIT viewChanged();
}

void ChartPane::resizeEvent(QResizeEvent* event)
{
    QChartView::resizeEvent(event);
    layOut();
    Q_EMIT viewChanged();
}

void ChartPane::drawBackground(QPainter* painter, const QRectF&)
{
    if (m_emptyReason.isEmpty())
        paintAxes(*painter);
}

void ChartPane::drawForeground(QPainter* painter, const QRectF&)
{
    const QColor muted = mutedColor(palette().color(QPalette::WindowText), palette().color(QPalette::Window));
    if (!m_emptyReason.isEmpty()) {
        painter->setPen(muted);
        painter->drawText(QRectF(rect()).adjusted(12, 8, -12, -8), Qt::AlignCenter | Qt::TextWordWrap, m_emptyReason);
        return;
    }
    painter->save();
    painter->setClipRect(m_plot.adjusted(-kOverhang, -kOverhang, kOverhang, kOverhang));
    if (paintOverlay)
        paintOverlay(*painter);
    painter->restore();
    paintLegend(*painter);
    paintCrosshair(*painter);
}

void ChartPane::paintAxes(QPainter& painter) const
{
    const QColor ink = palette().color(QPalette::WindowText);
    const QColor muted = mutedColor(ink, palette().color(QPalette::Window));
    QColor grid = ink;
    grid.setAlphaF(0.12F);
    const QFontMetricsF metrics(font());
    const double line = metrics.height();
    painter.setRenderHint(QPainter::Antialiasing, false);
    const int mostX = std::max(2, int(m_plot.width() / (metrics.horizontalAdvance(QStringLiteral("−0.0000")) + 16)));
    const int mostY = std::max(2, int(m_plot.height() / (line * 1.8)));
    for (const Tick& tick : roundTicks(m_y.low, m_y.high, mostY, m_y.scale, m_y.isWhole)) {
        const double y = pixelY(tick.at);
        painter.setPen(grid);
        painter.drawLine(QPointF(m_plot.left(), y), QPointF(m_plot.right(), y));
        painter.setPen(muted);
        painter.drawText(QRectF(0, y - line / 2, m_plot.left() - kTickLength - 2, line),
                         Qt::AlignRight | Qt::AlignVCenter, tick.label);
    }
    for (const Tick& tick : roundTicks(m_x.low, m_x.high, mostX, m_x.scale, m_x.isWhole)) {
        const double x = pixelX(tick.at);
        painter.setPen(grid);
        painter.drawLine(QPointF(x, m_plot.top()), QPointF(x, m_plot.bottom() + kTickLength));
        painter.setPen(muted);
        const double textWidth = metrics.horizontalAdvance(tick.label) + 2;
        const double textLeft = std::clamp(x - textWidth / 2, 0.0, std::max(0.0, width() - textWidth));
        painter.drawText(QRectF(textLeft, m_plot.bottom() + kTickLength, textWidth, line), Qt::AlignCenter, tick.label);
    }
    painter.setPen(muted);
    painter.drawLine(m_plot.bottomLeft(), m_plot.bottomRight());
    painter.drawText(QRectF(kMargin, kMargin, width(), line), Qt::AlignLeft | Qt::AlignVCenter, m_y.title);
    painter.drawText(QRectF(m_plot.left(), m_plot.bottom() + kTickLength + line, m_plot.width(), line),
                     Qt::AlignRight | Qt::AlignVCenter, m_x.title);
    painter.setRenderHint(QPainter::Antialiasing);
}

void ChartPane::paintLegend(QPainter& painter) const
{
    const QFontMetricsF metrics(font());
    double right = m_plot.right();
    for (auto entry = m_legend.crbegin(); entry != m_legend.crend(); ++entry) {
        const double textWidth = metrics.horizontalAdvance(entry->text);
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(QRectF(right - textWidth, kMargin, textWidth + 1, metrics.height()), Qt::AlignVCenter,
                         entry->text);
        const QRectF swatch(right - textWidth - 15, kMargin + metrics.height() / 2 - 5, 10, 10);
        QColor fill = entry->color;
        fill.setAlphaF(0.35F);
        painter.setPen(QPen(entry->color, 1.4));
        painter.setBrush(fill);
        painter.drawRect(swatch);
        painter.setBrush(Qt::NoBrush);
        right -= textWidth + 30;
    }
}

void ChartPane::paintCrosshair(QPainter& painter) const
{
    if (!m_cursor || m_isDragging || !m_plot.contains(*m_cursor))
        return;
    QColor line = palette().color(QPalette::WindowText);
    line.setAlphaF(0.5F);
    painter.setPen(QPen(line, 1, Qt::DotLine));
    painter.drawLine(QPointF(m_cursor->x(), m_plot.top()), QPointF(m_cursor->x(), m_plot.bottom()));
    painter.drawLine(QPointF(m_plot.left(), m_cursor->y()), QPointF(m_plot.right(), m_cursor->y()));
    const QString words = describe ? describe(plottedX(m_cursor->x())) : QString();
    if (words.isEmpty())
        return;
    const QRectF text = QFontMetricsF(font()).boundingRect(QRectF(0, 0, 400, 200), Qt::AlignLeft, words);
    QRectF box(0, 0, text.width() + 14, text.height() + 8);
    const bool fitsRight = m_cursor->x() + 10 + box.width() <= m_plot.right();
    box.moveTo(fitsRight ? m_cursor->x() + 10 : std::max(m_plot.left(), m_cursor->x() - 10 - box.width()),
               m_plot.top() + 4);
    painter.setPen(line);
    painter.setBrush(palette().color(QPalette::ToolTipBase));
    painter.drawRoundedRect(box, 3, 3);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(palette().color(QPalette::ToolTipText));
    painter.drawText(box.adjusted(7, 4, -7, -4), Qt::AlignLeft, words);
}

void ChartPane::wheelEvent(QWheelEvent* event)
{
    if (!m_emptyReason.isEmpty() || !m_plot.contains(event->position())) {
        event->ignore();
        return;
    }
    const double steps = event->angleDelta().y() / 120.0;
    const double homeWidth = m_home.high - m_home.low;
    const double span =
        std::clamp((m_x.high - m_x.low) * std::pow(kZoomPerStep, -steps), homeWidth * kDeepestZoom, homeWidth);
    const double anchor = plottedX(event->position().x());
    const double share = (event->position().x() - m_plot.left()) / m_plot.width();
    const double low = std::clamp(anchor - share * span, m_home.low, m_home.high - span);
    showRange(low, low + span);
    event->accept();
}

void ChartPane::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_plot.contains(event->position()))
        return;
    m_pressed = event->position();
    m_pressedLow = m_x.low;
    m_isDragging = false;
}

void ChartPane::mouseMoveEvent(QMouseEvent* event)
{
    m_cursor = event->position();
    if (m_pressed) {
        const QPointF moved = event->position() - *m_pressed;
        m_isDragging = m_isDragging || moved.manhattanLength() >= QApplication::startDragDistance();
        const double span = m_x.high - m_x.low;
        const double low = std::clamp(m_pressedLow - moved.x() / m_plot.width() * span, m_home.low, m_home.high - span);
        if (m_isDragging)
            showRange(low, low + span);
    }
    viewport()->update();
}

void ChartPane::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_pressed && !m_isDragging && event->button() == Qt::LeftButton && m_emptyReason.isEmpty()) {
        const double y = m_y.low + (m_plot.bottom() - event->position().y()) / m_plot.height() * (m_y.high - m_y.low);
        Q_EMIT clicked(plottedX(event->position().x()), y);
    }
    m_pressed.reset();
    m_isDragging = false;
}

void ChartPane::mouseDoubleClickEvent(QMouseEvent*)
{
    showRange(m_home.low, m_home.high);
}

void ChartPane::leaveEvent(QEvent* event)
{
    m_cursor.reset();
    viewport()->update();
    QChartView::leaveEvent(event);
}

void ChartPane::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu;
    menu.addAction(tr("Copy picture"), this, [this] { QApplication::clipboard()->setPixmap(grab()); });
    QAction* data = menu.addAction(tr("Copy data"), this, [this] { QApplication::clipboard()->setText(dataText()); });
    data->setEnabled(dataText && m_emptyReason.isEmpty());
    menu.addSeparator();
    menu.addAction(tr("Show everything"), this, [this] { showRange(m_home.low, m_home.high); });
    menu.exec(event->globalPos());
}

} // namespace ql::widgets
