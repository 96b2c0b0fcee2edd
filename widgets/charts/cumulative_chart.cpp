// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/cumulative_chart.h"

#include "widgets/charts/chart_pane.h"
#include "widgets/models/layer_table_columns.h"
#include "widgets/style/color_scale.h"
#include "widgets/text/display_text.h"
#include "widgets/text/language.h"

#include <QKeyEvent>
#include <QLayout>
#include <QLineSeries>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ql::widgets {

namespace {
constexpr double kPointRadius = 3.5;
constexpr double kAirAbove = 0.1;   ///< of the axis
constexpr double kBorderGrip = 6.0; ///< pixels from the border where it can be taken
constexpr double kWordsAir = 4.0;   ///< pixels around its words
} // namespace

CumulativeChart::CumulativeChart(QWidget* parent)
    : Chart(parent)
    , m_take(new QPushButton(this))
{
    layout()->addWidget(m_take);
    m_take->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // its words don't widen the chart
    connect(m_take, &QPushButton::clicked, this, [this] { Q_EMIT floatSetWanted(m_floatRows); });
    m_pane->setFocusPolicy(Qt::StrongFocus);
    m_pane->installEventFilter(this);
    m_pane->viewport()->installEventFilter(this);
    m_pane->paintOverlay = [this](QPainter& painter) {
        paintPoints(painter);
        paintBorder(painter);
    };
    m_pane->describe = [this](double x) {
        if (pointCount() == 0)
            return QString();
        const auto point = nearest(x);
        const QString value = QStringLiteral("%1: %2").arg(metricTitle(m_output.metric), formatNumber(valueOf(point)));
        return point == 0
                   ? tr("everything quantized") + u'\n' + value
                   : tr("with %1 left float, too").arg(QString::fromStdString(m_output.cumulative[point - 1].opName))
                         + u'\n' + value;
    };
    connect(m_pane, &ChartPane::clicked, this, [this](double x) {
        if (const auto point = nearest(x); pointCount() > 0 && point > 0)
            Q_EMIT layerClicked(m_output.cumulative[point - 1].opName);
    });
    rebuild();
}

void CumulativeChart::setContent(const results::SensitivityOutput* output)
{
    m_output = {};
    if (output) {
        m_output.metric = output->metric;
        m_output.everythingOn = output->everythingOn;
        m_output.cumulative = output->cumulative;
    }
    m_floatRows = 0;
    rebuild();
}

QString CumulativeChart::floatSetText() const
{
    if (m_floatRows == 0)
        return {};
    return tr("%n row(s) in float: %1", nullptr, int(m_floatRows))
        .arg(metricTitle(m_output.metric) + u' ' + formatNumber(valueOf(m_floatRows)));
}

void CumulativeChart::moveBorder(std::size_t rows)
{
    m_floatRows = std::min(rows, std::max<std::size_t>(pointCount(), 1) - 1);
    m_take->setEnabled(m_floatRows > 0);
    setWords(*m_take,
             m_floatRows == 0 ? tr("Leave in float") : tr("Leave %n row(s) in float", nullptr, int(m_floatRows)),
             tr("Drag the border in the chart over the rows that the config shall leave in float"));
    m_pane->viewport()->update();
}

bool CumulativeChart::isAtBorder(double pixelX) const
{
    return pointCount() > 1 && std::abs(m_pane->pixelX(double(m_floatRows)) - pixelX) < kBorderGrip;
}

bool CumulativeChart::takeKey(int key)
{
    if (key == Qt::Key_Right)
        moveBorder(m_floatRows + 1);
    else if (key == Qt::Key_Left)
        moveBorder(m_floatRows - std::min<std::size_t>(m_floatRows, 1));
    else
        return false;
    return true;
}

/// Whether the pane is not to see it.
bool CumulativeChart::takeMouse(const QEvent& event)
{
    const auto x = [&event] { return static_cast<const QMouseEvent&>(event).position().x(); };
    switch (event.type()) {
    case QEvent::MouseButtonPress: m_isDragged = isAtBorder(x()); return m_isDragged;
    case QEvent::MouseMove:
        if (m_isDragged)
            moveBorder(nearest(m_pane->plottedX(x())));
        m_pane->viewport()->setCursor(m_isDragged || isAtBorder(x()) ? Qt::SplitHCursor : Qt::ArrowCursor);
        return m_isDragged;
    case QEvent::MouseButtonRelease: return std::exchange(m_isDragged, false);
    default: return false;
    }
}

bool CumulativeChart::eventFilter(QObject* watched, QEvent* event)
{
    const bool isTaken = pointCount() > 1
                         && ((watched == m_pane && event->type() == QEvent::KeyPress
                              && takeKey(static_cast<const QKeyEvent*>(event)->key()))
                             || (watched == m_pane->viewport() && takeMouse(*event)));
    return isTaken || Chart::eventFilter(watched, event);
}

void CumulativeChart::paintPoints(QPainter& painter) const
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(baselineColor(palette().color(QPalette::Window)));
    for (std::size_t i = 0; i < pointCount(); ++i)
        if (std::isfinite(valueOf(i)))
            painter.drawEllipse(QPointF(m_pane->pixelX(double(i)), m_pane->pixelY(valueOf(i))), kPointRadius,
                                kPointRadius);
}

/// With what the set gives beside it, on the side that has room.
void CumulativeChart::paintBorder(QPainter& painter) const
{
    if (pointCount() < 2)
        return;
    const QRectF plot = m_pane->plotRect();
    const double x = m_pane->pixelX(double(m_floatRows));
    painter.setPen(QPen(palette().color(QPalette::WindowText), 2.0));
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    const QString text = floatSetText();
    const QFontMetricsF metrics(font());
    const double width = metrics.horizontalAdvance(text);
    const double left = x + kWordsAir + width < plot.right() ? x + kWordsAir : x - kWordsAir - width;
    painter.drawText(QPointF(std::max(left, plot.left()), plot.bottom() - kWordsAir), text);
}

double CumulativeChart::valueOf(std::size_t point) const
{
    return point == 0 ? m_output.everythingOn : m_output.cumulative[point - 1].metricValue;
}

std::size_t CumulativeChart::nearest(double x) const
{
    return std::size_t(std::clamp(std::lround(x), 0L, long(std::max<std::size_t>(pointCount(), 1)) - 1));
}

void CumulativeChart::rebuild()
{
    moveBorder(m_floatRows);
    m_pane->clearSeries();
    auto* line = new QLineSeries;
    double low = INFINITY;
    double high = -INFINITY;
    for (std::size_t i = 0; i < pointCount(); ++i) {
        if (!std::isfinite(valueOf(i)))
            continue;
        line->append(double(i), valueOf(i));
        low = std::min(low, valueOf(i));
        high = std::max(high, valueOf(i));
    }
    const bool isEmpty = line->count() == 0;
    m_pane->setEmptyReason(isEmpty ? tr("After a complete ranking, what the first rows give together is drawn here.")
                                   : QString());
    if (isEmpty) {
        delete line;
        return;
    }
    line->setPen(QPen(baselineColor(palette().color(QPalette::Window)), 1.4));
    m_pane->addSeries(line);
    const double air = high > low ? (high - low) * kAirAbove : 0.5;
    m_pane->setAxes({tr("rows left float together"), -0.5, double(pointCount()) - 0.5, ChartScale::Linear, true},
                    {metricTitle(m_output.metric), low - air, high + air, ChartScale::Linear, false});
}

QString CumulativeChart::dataText() const
{
    QString text = QStringLiteral("rows\tlayer\tvalue\n");
    for (std::size_t i = 0; i < pointCount(); ++i)
        text +=
            QStringLiteral("%1\t%2\t%3\n")
                .arg(QString::number(i), i == 0 ? QString() : QString::fromStdString(m_output.cumulative[i - 1].opName),
                     formatExact(valueOf(i)));
    return text;
}

} // namespace ql::widgets
