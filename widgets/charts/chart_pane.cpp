// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_pane.h"

#include "widgets/charts/picture_file.h"
#include "widgets/style/color_scale.h"
#include "widgets/text/plain_text.h"

#include <QAccessible>
#include <QApplication>
#include <QChart>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QMenu>
#include <QMouseEvent>
#include <QValueAxis>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace ql::widgets {

namespace {

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
    m_plainName = tr("Chart");
    call(m_plainName);
}

/// For screen readers.
void ChartPane::call(const QString& name)
{
    m_name = name;
    setAccessibleName(m_subject.isEmpty() ? name : QStringLiteral("%1: %2").arg(m_subject, name));
}

void ChartPane::setSubject(const QString& subject)
{
    m_subject = subject;
    call(m_name);
}

void ChartPane::changeEvent(QEvent* event)
{
    QChartView::changeEvent(event);
    if (event->type() != QEvent::LanguageChange || m_name != m_plainName)
        return;
    m_plainName = tr("Chart");
    call(m_plainName);
}

void ChartPane::setAxes(const ChartAxis& x, const ChartAxis& y)
{
    m_home = x;
    call(tr("Chart: %1 over %2").arg(y.title, x.title));
    m_x = x;
    m_y = y;
    m_axisY->setRange(y.low, y.high);
    layOut();
    showRange(x.low, x.high);
}

void ChartPane::setVertical(const ChartAxis& y)
{
    m_y = y;
    call(tr("Chart: %1 over %2").arg(y.title, m_x.title));
    m_axisY->setRange(y.low, y.high);
    layOut();
}

void ChartPane::setLegend(const QList<LegendEntry>& entries)
{
    m_legend = entries;
    viewport()->update();
}

void ChartPane::setColorScale(std::optional<ColorScale> scale)
{
    m_colorScale = std::move(scale);
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
        call(reason);
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
    const double share = (plotted - m_y.low) / (m_y.high - m_y.low);
    return m_y.isDownward ? m_plot.top() + share * m_plot.height() : m_plot.bottom() - share * m_plot.height();
}

double ChartPane::plottedX(double pixel) const
{
    return m_x.low + (pixel - m_plot.left()) / m_plot.width() * (m_x.high - m_x.low);
}

double ChartPane::plottedY(double pixel) const
{
    const double share = (m_y.isDownward ? pixel - m_plot.top() : m_plot.bottom() - pixel) / m_plot.height();
    return m_y.low + share * (m_y.high - m_y.low);
}

void ChartPane::showOnly(double low, double high)
{
    showRange(std::max(low, m_home.low), std::min(high, m_home.high));
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

void ChartPane::wheelEvent(QWheelEvent* event)
{
    if (!m_emptyReason.isEmpty() || !m_plot.contains(event->position())) {
        event->ignore();
        return;
    }
    zoom(std::pow(kZoomPerStep, -event->angleDelta().y() / 120.0), plottedX(event->position().x()));
    event->accept();
}

/// @p anchor stays where it is.
void ChartPane::zoom(double factor, double anchor)
{
    const double homeWidth = m_home.high - m_home.low;
    const double span = std::clamp((m_x.high - m_x.low) * factor, homeWidth * kDeepestZoom, homeWidth);
    const double share = (anchor - m_x.low) / (m_x.high - m_x.low);
    const double low = std::clamp(anchor - share * span, m_home.low, m_home.high - span);
    showRange(low, low + span);
}

QString ChartPane::wordsAtCursor() const
{
    if (!m_cursor)
        return {};
    const double x = plottedX(m_cursor->x());
    if (describePlace)
        return describePlace({x, plottedY(m_cursor->y())});
    return describe ? describe(x) : QString();
}

void ChartPane::keyPressEvent(QKeyEvent* event)
{
    if (m_keySteps.isEmpty() || !m_emptyReason.isEmpty() || !takeKey(event->key()))
        QChartView::keyPressEvent(event);
}

bool ChartPane::takeKey(int key)
{
    const double middle = m_cursor ? plottedX(m_cursor->x()) : (m_x.low + m_x.high) / 2;
    switch (key) {
    case Qt::Key_Left: moveCursor(-1, 0); return true;
    case Qt::Key_Right: moveCursor(1, 0); return true;
    case Qt::Key_Up: moveCursor(0, -1); return true;
    case Qt::Key_Down: moveCursor(0, 1); return true;
    case Qt::Key_Plus: zoom(1.0 / kZoomPerStep, middle); return true;
    case Qt::Key_Minus: zoom(kZoomPerStep, middle); return true;
    case Qt::Key_0: showRange(m_home.low, m_home.high); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_cursor)
            Q_EMIT clicked(plottedX(m_cursor->x()), plottedY(m_cursor->y()));
        return m_cursor.has_value();
    default: return false;
    }
}

/// From where it stands, or from the left end into the plot.
void ChartPane::moveCursor(int right, int down)
{
    const double upward = m_y.isDownward ? 1.0 : -1.0;
    QPointF at(m_x.low - m_keySteps.width() / 2, (m_y.low + m_y.high) / 2);
    if (m_cursor)
        at = {plottedX(m_cursor->x()), plottedY(m_cursor->y())};
    const auto stepped = [](double from, double by, double step, double low, double high) {
        return std::clamp(std::round((from + by * step) / step) * step, low, high);
    };
    if (right != 0)
        at.setX(stepped(at.x(), right, m_keySteps.width(), m_home.low, m_home.high));
    if (down != 0)
        at.setY(stepped(at.y(), down * upward, m_keySteps.height(), m_y.low, m_y.high));
    const double span = m_x.high - m_x.low;
    if (at.x() < m_x.low || at.x() > m_x.high) {
        const double low = std::clamp(at.x() - span / 2, m_home.low, m_home.high - span);
        showRange(low, low + span);
    }
    m_cursor = QPointF(pixelX(at.x()), pixelY(at.y()));
    setAccessibleDescription(wordsAtCursor());
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
    viewport()->update();
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
        Q_EMIT clicked(plottedX(event->position().x()), plottedY(event->position().y()));
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
    menu.addAction(tr("Save picture…"), this, &ChartPane::askForPicture);
    QAction* data = menu.addAction(tr("Copy data"), this, [this] { QApplication::clipboard()->setText(dataText()); });
    data->setEnabled(dataText && m_emptyReason.isEmpty());
    menu.addSeparator();
    menu.addAction(tr("Show everything"), this, [this] { showRange(m_home.low, m_home.high); });
    menu.exec(event->globalPos());
}

bool ChartPane::savePicture(const QString& path)
{
    const auto paint = [this](QPainter& painter) {
        painter.fillRect(rect(), palette().color(QPalette::Base));
        render(&painter, rect(), viewport()->rect());
    };
    return writePicture(path, size(), accessibleName(), paint);
}

void ChartPane::askForPicture()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Save the picture"), QStringLiteral("chart.svg"),
                                                      tr("Pictures (*.svg *.pdf *.png)"));
    if (!path.isEmpty() && !savePicture(path))
        askPlainly(this, tr("Save the picture"), tr("%1 cannot be written.").arg(path), QMessageBox::Ok,
                   QMessageBox::Ok);
}

} // namespace ql::widgets
