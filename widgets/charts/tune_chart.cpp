// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/tune_chart.h"

#include "core/base/order.h"
#include "widgets/charts/chart_pane.h"
#include "widgets/models/layer_table_columns.h"
#include "widgets/style/color_scale.h"
#include "widgets/text/display_text.h"

#include <QKeyEvent>
#include <QLineSeries>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ql::widgets {

namespace {
constexpr double kReach = 12.0; ///< pixels around a point that are the point
constexpr double kRadius = 4.0;
constexpr double kTuneAir = 0.08; ///< of the axis beside the outermost points
} // namespace

TuneChart::TuneChart(const TuneTableModel& model, QWidget* parent)
    : Chart(parent)
    , m_model(model)
{
    setFocusPolicy(Qt::StrongFocus);
    m_pane->setFocusPolicy(Qt::NoFocus);
    m_pane->paintOverlay = [this](QPainter& painter) {
        paintTarget(painter);
        paintPoints(painter);
        paintChosen(painter);
    };
    m_pane->describe = [this](double cost) {
        const int row = nearest(cost);
        return row < 0 ? QString() : describe(row);
    };
    connect(m_pane, &ChartPane::clicked, this, [this](double cost, double metric) {
        setFocus(Qt::MouseFocusReason);
        if (const int row = nearest(cost, metric); row >= 0)
            Q_EMIT pointClicked(row);
    });
    connect(&m_model, &QAbstractItemModel::modelReset, this, &TuneChart::rebuild);
    rebuild();
}

void TuneChart::setChosen(int row)
{
    m_chosen = row;
    if (row >= 0 && row < m_model.rowCount())
        setAccessibleDescription(describe(row));
    m_pane->viewport()->update();
}

bool TuneChart::hasPlace(int row) const
{
    const auto& point = *m_model.row(row).point;
    return std::isfinite(heightOf(point)) && std::isfinite(point.cost);
}

std::optional<QPointF> TuneChart::placeOf(int row) const
{
    if (row < 0 || row >= m_model.rowCount() || !hasPlace(row))
        return std::nullopt;
    const auto& point = *m_model.row(row).point;
    return QPointF(m_pane->pixelX(point.cost), m_pane->pixelY(heightOf(point)));
}

/// Different targets are no one line across the chart.
bool TuneChart::drawsMargin() const
{
    const auto& result = m_model.result();
    return result && std::ranges::any_of(result->targets, [&result](const results::TuneTarget& each) {
               return each.value != result->targets.front().value;
           });
}

double TuneChart::heightOf(const results::TunePoint& point) const
{
    return drawsMargin() ? point.margin : point.metric;
}

double TuneChart::target() const
{
    const auto& result = m_model.result();
    return !result || result->targets.empty() || drawsMargin() ? 0.0 : result->targets.front().value;
}

QString TuneChart::describe(int row) const
{
    const auto& point = *m_model.row(row).point;
    return QStringLiteral("%1: %2 · %3: %4\n%5")
        .arg(tr("cost"), formatNumber(point.cost), metricTitle(m_model.result()->metric), formatNumber(point.metric),
             overridesText(point, QStringLiteral("\n")));
}

std::vector<int> TuneChart::ordered(bool isByCost) const
{
    std::vector<int> rows;
    for (int row = 0; row < m_model.rowCount(); ++row)
        if (hasPlace(row))
            rows.push_back(row);
    std::ranges::stable_sort(rows, Rising<NaNs::Last>(), [this, isByCost](int row) {
        const auto& point = *m_model.row(row).point;
        return isByCost ? point.cost : heightOf(point);
    });
    return rows;
}

void TuneChart::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key();
    const bool isTaken = key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space;
    const bool isByCost = key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Home || key == Qt::Key_End;
    const bool isByHeight = key == Qt::Key_Up || key == Qt::Key_Down;
    const auto rows = ordered(!isByHeight);
    const auto here = std::ranges::find(rows, m_chosen);
    if (rows.empty() || !(isByCost || isByHeight || (isTaken && here != rows.end()))) {
        QWidget::keyPressEvent(event);
        return;
    }
    if (isTaken) {
        Q_EMIT pointClicked(m_chosen);
        return;
    }
    std::ptrdiff_t place = here - rows.begin();
    if (key == Qt::Key_Home || key == Qt::Key_End || here == rows.end())
        place = key == Qt::Key_End ? std::ssize(rows) - 1 : 0;
    else
        place += key == Qt::Key_Right || key == Qt::Key_Up ? 1 : -1;
    Q_EMIT pointChosen(rows[std::size_t(std::clamp<std::ptrdiff_t>(place, 0, std::ssize(rows) - 1))]);
}

void TuneChart::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    m_pane->viewport()->update();
}

void TuneChart::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    m_pane->viewport()->update();
}

void TuneChart::rebuild()
{
    m_chosen = -1;
    m_pane->clearSeries();
    double left = 1.0;
    double right = 1.0;
    double low = target();
    double high = low;
    auto* line = new QLineSeries;
    line->setPen(QPen(baselineColor(palette().color(QPalette::Window)), 1.4));
    bool isEmpty = true;
    for (int row = 0; row < m_model.rowCount(); ++row) {
        if (!hasPlace(row))
            continue;
        const auto& point = *m_model.row(row).point;
        isEmpty = false;
        left = std::min(left, point.cost);
        right = std::max(right, point.cost);
        low = std::min(low, heightOf(point));
        high = std::max(high, heightOf(point));
        if (m_model.row(row).isPareto)
            line->append(point.cost, heightOf(point));
    }
    m_pane->setEmptyReason(isEmpty ? tr("No point can be drawn.") : QString());
    if (isEmpty) {
        delete line;
        return;
    }
    m_pane->addSeries(line);
    const double beside = right > left ? (right - left) * kTuneAir : 0.5;
    const double above = high > low ? (high - low) * kTuneAir : 0.5;
    m_pane->setAxes({tr("cost"), left - beside, right + beside, ChartScale::Linear, false},
                    {drawsMargin() ? tr("%1 above the target").arg(metricTitle(m_model.result()->metric))
                                   : metricTitle(m_model.result()->metric),
                     low - above, high + above, ChartScale::Linear, false});
}

int TuneChart::nearest(double cost, std::optional<double> metric) const
{
    int found = -1;
    double least = metric ? kReach : std::numeric_limits<double>::infinity();
    for (int row = 0; row < m_model.rowCount(); ++row) {
        const auto place = placeOf(row);
        if (!place)
            continue;
        const double x = place->x() - m_pane->pixelX(cost);
        const double y = metric ? place->y() - m_pane->pixelY(*metric) : 0.0;
        if (std::hypot(x, y) >= least)
            continue;
        least = std::hypot(x, y);
        found = row;
    }
    return found;
}

void TuneChart::paintTarget(QPainter& painter) const
{
    const auto& result = m_model.result();
    if (!result || result->targets.empty())
        return;
    const double y = m_pane->pixelY(target());
    const QRectF plot = m_pane->plotRect();
    const QColor ink = palette().color(QPalette::WindowText);
    painter.setPen(QPen(ink, 1.0, Qt::DashLine));
    painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    painter.drawText(QPointF(plot.left() + 4, y - 3), tr("target"));
}

/// Pareto points are filled, others hollow; the best has a ring, the chosen one a thick one.
void TuneChart::paintPoints(QPainter& painter) const
{
    const QColor background = palette().color(QPalette::Window);
    const QColor hue = baselineColor(background);
    for (int row = 0; row < m_model.rowCount(); ++row) {
        const auto place = placeOf(row);
        if (!place)
            continue;
        const auto& shown = m_model.row(row);
        painter.setPen(QPen(hue, 1.4));
        painter.setBrush(shown.isPareto ? hue : background);
        painter.drawEllipse(*place, kRadius, kRadius);
        painter.setBrush(Qt::NoBrush);
        if (shown.isBest) {
            painter.setPen(QPen(analysisColor(background), 1.6));
            painter.drawEllipse(*place, kRadius + 3, kRadius + 3);
        }
        if (row == m_chosen) {
            painter.setPen(QPen(palette().color(QPalette::WindowText), 2.0));
            painter.drawEllipse(*place, kRadius + 1, kRadius + 1);
        }
    }
}

/// What the keys have chosen, in words: with the mouse the crosshair says it.
void TuneChart::paintChosen(QPainter& painter) const
{
    if (!hasFocus())
        return;
    const QRectF plot = m_pane->plotRect();
    painter.setPen(QPen(palette().color(QPalette::Highlight), 1.0));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(plot);
    if (!placeOf(m_chosen) || underMouse())
        return;
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(plot.adjusted(8, 4, -8, -4), Qt::AlignRight | Qt::AlignBottom, describe(m_chosen));
}

QString TuneChart::dataText() const
{
    QString text = QStringLiteral("cost\tmetric\toverrides\n");
    for (int row = 0; row < m_model.rowCount(); ++row) {
        const auto& point = *m_model.row(row).point;
        text += QStringLiteral("%1\t%2\t%3\n")
                    .arg(formatExact(point.cost), formatExact(point.metric), overridesText(point));
    }
    return text;
}

} // namespace ql::widgets
