// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/scatter_chart.h"

#include "widgets/charts/cell_image.h"
#include "widgets/charts/chart_pane.h"
#include "widgets/charts/quantizer_bounds.h"
#include "widgets/style/color_scale.h"
#include "widgets/text/display_text.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ql::widgets {

namespace {

constexpr std::size_t kBins = results::PairDensity::kBins;
constexpr double kScatterAir = 0.03;      ///< of the range, all around
constexpr double kLeastLevelPixels = 6.0; ///< closer levels would be a grey area
constexpr double kPointsFromBinPixels = 3.0;
constexpr int kLeastCellPixels = 2; ///< a single pixel is hard to see
constexpr double kNear = 6.0;       ///< pixels to a pair that the read-out names
constexpr int kKeySteps = 64;

} // namespace

ScatterChart::ScatterChart(QWidget* parent)
    : LayerValuesChart(parent, 200)
{
    m_pane->paintOverlay = [this](QPainter& painter) { paint(painter); };
    m_pane->describePlace = [this](const QPointF& plotted) { return describe(plotted); };
    connect(m_pane, &ChartPane::viewChanged, this, &ScatterChart::follow);
}

double ScatterChart::edge(std::size_t bin) const
{
    const auto& density = m_values->pairs->density;
    const double span = density.high > density.low ? density.high - density.low : 1.0;
    return density.low + span * double(bin) / double(kBins);
}

void ScatterChart::rebuild()
{
    if (!m_values)
        return;
    const auto& density = m_values->pairs->density;
    if (density.counts.empty()) {
        m_pane->setEmptyReason(m_values->elements == 0 ? tr("This tensor has no elements.")
                                                       : tr("No element is finite in both models."));
        return;
    }
    m_pane->setEmptyReason({});
    const double low = edge(0);
    const double high = edge(kBins);
    const double air = (high - low) * kScatterAir;
    const QColor background = palette().color(QPalette::Window);
    m_pane->setColorScale(
        ChartPane::ColorScale{tr("elements: 1"), formatCount(std::ranges::max(density.counts)),
                              [background](double share) { return densityColor(share, background); }});
    m_pane->setKeySteps({(high - low) / kKeySteps, (high - low) / kKeySteps});
    m_pane->setAxes({tr("baseline"), low - air, high + air}, {tr("analysis"), low - air, high + air});
}

/// Both axes show the same numbers, so that the diagonal stays the diagonal.
void ScatterChart::follow()
{
    if (!m_values || m_values->pairs->density.counts.empty())
        return;
    m_pane->setVertical({tr("analysis"), m_pane->visibleX().low, m_pane->visibleX().high});
    paintDensity();
}

void ScatterChart::paintDensity()
{
    const auto& counts = m_values->pairs->density.counts;
    const double most = std::log(double(std::ranges::max(counts)));
    const QColor background = palette().color(QPalette::Window);
    CellImage cells{
        .columns = kBins, .rows = kBins, .leastPixels = kLeastCellPixels, .x = {}, .y = {}, .weight = {}, .color = {}};
    cells.x = [this](std::size_t bin) { return m_pane->pixelX(edge(bin)); };
    cells.y = [this](std::size_t bin) { return m_pane->pixelY(edge(bin)); };
    cells.weight = [&counts](std::size_t cell) { return counts[cell] > 0 ? double(counts[cell]) : -1.0; };
    cells.color = [&](std::size_t cell, int, int) {
        return densityColor(most > 0.0 ? std::log(double(counts[cell])) / most : 0.0, background).rgb();
    };
    m_density = cells.paint(m_pane->plotRect(), devicePixelRatioF());
}

void ScatterChart::paint(QPainter& painter) const
{
    if (!m_values)
        return;
    const QRectF plot = m_pane->plotRect();
    painter.setClipRect(plot);
    paintQuantizer(painter);
    painter.drawImage(plot.topLeft(), m_density);
    paintSteps(painter);
    QColor ink = palette().color(QPalette::WindowText);
    ink.setAlphaF(0.7F);
    painter.setPen(QPen(ink, 1));
    painter.drawLine(plot.bottomLeft(), plot.topRight());
    paintPairs(painter);
}

/// Its bounds, and hatched what it clamps.
void ScatterChart::paintQuantizer(QPainter& painter) const
{
    const auto bounds = boundsOf(m_values->quantizer);
    if (!bounds)
        return;
    const QRectF plot = m_pane->plotRect();
    const QColor ink = palette().color(QPalette::WindowText);
    QColor faint = ink;
    faint.setAlphaF(0.18F);
    const double left = std::clamp(m_pane->pixelX(bounds->low), plot.left(), plot.right());
    const double right = std::clamp(m_pane->pixelX(bounds->high), plot.left(), plot.right());
    painter.fillRect(QRectF(plot.topLeft(), QPointF(left, plot.bottom())), QBrush(faint, Qt::BDiagPattern));
    painter.fillRect(QRectF(QPointF(right, plot.top()), plot.bottomRight()), QBrush(faint, Qt::BDiagPattern));
    painter.setPen(QPen(ink, 1.2, Qt::DashLine));
    const QFontMetricsF metrics(font());
    for (const double bound : {bounds->low, bounds->high}) {
        const double y = m_pane->pixelY(bound);
        if (y < plot.top() || y > plot.bottom())
            continue;
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        const bool isHigh = bound == bounds->high;
        painter.drawText(QPointF(plot.left() + 4, isHigh ? y + metrics.ascent() + 1 : y - 3), formatNumber(bound));
    }
}

/// The levels between the bounds, as soon as they can be told apart, and half a step around the diagonal: further off
/// is more than rounding.
void ScatterChart::paintSteps(QPainter& painter) const
{
    const auto bounds = boundsOf(m_values->quantizer);
    const QRectF plot = m_pane->plotRect();
    const double pixels =
        bounds ? bounds->step / (m_pane->visibleX().high - m_pane->visibleX().low) * plot.height() : 0.0;
    if (pixels < kLeastLevelPixels)
        return;
    QColor faint = palette().color(QPalette::WindowText);
    faint.setAlphaF(0.2F);
    painter.setPen(QPen(faint, 1));
    const double from = std::max(bounds->low, m_pane->visibleX().low);
    const double to = std::min(bounds->high, m_pane->visibleX().high);
    const double first = bounds->low + std::ceil((from - bounds->low) / bounds->step) * bounds->step;
    for (double level = first; level <= to; level += bounds->step)
        painter.drawLine(QPointF(plot.left(), m_pane->pixelY(level)), QPointF(plot.right(), m_pane->pixelY(level)));
    faint.setAlphaF(0.7F);
    painter.setPen(QPen(faint, 1, Qt::DotLine));
    for (const double away : {-pixels / 2, pixels / 2})
        painter.drawLine(plot.bottomLeft() + QPointF(0, away), plot.topRight() + QPointF(0, away));
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(plot.adjusted(4, 4, -4, -4), Qt::AlignRight | Qt::AlignBottom,
                     tr("one step: %1").arg(formatNumber(bounds->step)));
}

void ScatterChart::paintPairs(QPainter& painter) const
{
    const QColor background = palette().color(QPalette::Window);
    const QRectF plot = m_pane->plotRect();
    const double binPixels = m_pane->pixelX(edge(1)) - m_pane->pixelX(edge(0));
    const QColor mark = analysisColor(background);
    for (const auto& pair : m_values->pairs->sample) {
        const QPointF at(m_pane->pixelX(double(pair.baseline)), m_pane->pixelY(double(pair.analysis)));
        if (!plot.contains(at))
            continue;
        if (binPixels >= kPointsFromBinPixels) {
            painter.setPen(QPen(palette().color(QPalette::WindowText), 2));
            painter.drawPoint(at);
        }
        if (pair.isExtreme) {
            painter.setPen(QPen(mark, 1));
            painter.drawEllipse(at, 2.5, 2.5);
        }
    }
}

const results::ValuePair* ScatterChart::pairNear(const QPointF& plotted) const
{
    const QPointF at(m_pane->pixelX(plotted.x()), m_pane->pixelY(plotted.y()));
    const results::ValuePair* nearest = nullptr;
    double least = kNear;
    for (const auto& pair : m_values->pairs->sample) {
        const double away =
            std::hypot(m_pane->pixelX(double(pair.baseline)) - at.x(), m_pane->pixelY(double(pair.analysis)) - at.y());
        if (away < least) {
            least = away;
            nearest = &pair;
        }
    }
    return nearest;
}

QString ScatterChart::describe(const QPointF& plotted) const
{
    if (!m_values || m_values->pairs->density.counts.empty())
        return {};
    if (const auto* pair = pairNear(plotted))
        return tr("element %1\nbaseline %2\nanalysis %3\nerror %4")
            .arg(indexText(pair->element, m_values->shape), formatNumber(double(pair->baseline)),
                 formatNumber(double(pair->analysis)), formatNumber(double(pair->analysis) - double(pair->baseline)));
    const auto& density = m_values->pairs->density;
    const double width = edge(1) - edge(0);
    const auto bin = [&](double value) { return qint64(std::floor((value - density.low) / width)); };
    const qint64 column = bin(plotted.x());
    const qint64 row = bin(plotted.y());
    if (column < 0 || row < 0 || column >= qint64(kBins) || row >= qint64(kBins))
        return {};
    const auto count = density.counts[std::size_t(row) * kBins + std::size_t(column)];
    if (count == 0)
        return {};
    return tr("%1 elements here\nbaseline %2 to %3\nanalysis %4 to %5")
        .arg(formatCount(count), formatNumber(edge(std::size_t(column))), formatNumber(edge(std::size_t(column) + 1)),
             formatNumber(edge(std::size_t(row))), formatNumber(edge(std::size_t(row) + 1)));
}

QString ScatterChart::dataText() const
{
    QString text = QStringLiteral("element\tbaseline\tanalysis\terror\n");
    if (!m_values)
        return text;
    for (const auto& pair : m_values->pairs->sample)
        text +=
            QStringLiteral("%1\t%2\t%3\t%4\n")
                .arg(QString::number(pair.element), formatExact(double(pair.baseline)),
                     formatExact(double(pair.analysis)), formatExact(double(pair.analysis) - double(pair.baseline)));
    return text;
}

} // namespace ql::widgets
