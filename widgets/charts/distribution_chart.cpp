// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/distribution_chart.h"

#include "widgets/charts/chart_pane.h"
#include "widgets/style/color_scale.h"
#include "widgets/text/display_text.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ql::widgets {

DistributionChart::DistributionChart(QWidget* parent)
    : Chart(parent)
{
    m_pane->paintOverlay = [this](QPainter& painter) { paintBars(painter); };
    m_pane->describe = [this](double value) { return describe(value); };
}

void DistributionChart::setContent(const results::BadCaseDistribution& distribution, const QString& title)
{
    m_distribution = distribution;
    m_title = title;
    m_reason.clear();
    rebuild();
}

void DistributionChart::clear(const QString& reason)
{
    m_distribution = {};
    m_reason = reason;
    rebuild();
}

void DistributionChart::setMark(std::optional<double> value)
{
    m_mark = value && std::isfinite(*value) ? value : std::nullopt;
    m_pane->viewport()->update();
}

void DistributionChart::rebuild()
{
    const auto& bins = m_distribution.histogram;
    if (bins.empty() || !(m_distribution.low < m_distribution.high)) {
        m_pane->setEmptyReason(!m_reason.isEmpty() ? m_reason
                               : bins.empty()      ? tr("No sample has a finite value of this measure.")
                                                   : tr("Every sample has the same value of this measure."));
        return;
    }
    m_pane->setEmptyReason({});
    const double most = double(*std::ranges::max_element(bins));
    m_pane->setAxes({m_title, m_distribution.low, m_distribution.high, ChartScale::Linear, false},
                    {tr("samples"), 0.0, most * 1.05, ChartScale::Linear, true});
}

void DistributionChart::paintBars(QPainter& painter) const
{
    const auto& bins = m_distribution.histogram;
    const QColor hue = analysisColor(palette().color(QPalette::Window));
    QColor fill = hue;
    fill.setAlphaF(0.45F);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(hue, 1));
    painter.setBrush(fill);
    for (std::size_t i = 0; i < bins.size(); ++i) {
        if (bins[i] == 0)
            continue;
        const double left = m_pane->pixelX(edge(i));
        const double right = m_pane->pixelX(edge(i + 1));
        painter.drawRect(QRectF(QPointF(left, m_pane->pixelY(double(bins[i]))), QPointF(right, m_pane->pixelY(0.0))));
    }
    painter.setBrush(Qt::NoBrush);
    if (!m_mark)
        return;
    painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
    const double at = m_pane->pixelX(*m_mark);
    painter.drawLine(QPointF(at, m_pane->plotRect().top()), QPointF(at, m_pane->plotRect().bottom()));
}

double DistributionChart::binWidth() const
{
    return (m_distribution.high - m_distribution.low)
           / double(std::max<std::size_t>(1, m_distribution.histogram.size()));
}

double DistributionChart::edge(std::size_t bin) const
{
    return m_distribution.low + double(bin) * binWidth();
}

QString DistributionChart::describe(double value) const
{
    const auto& bins = m_distribution.histogram;
    if (bins.empty() || value < m_distribution.low || value > m_distribution.high)
        return {};
    const auto bin = std::min(bins.size() - 1, std::size_t((value - m_distribution.low) / binWidth()));
    return tr("%1 to %2: %n sample(s)", nullptr, int(bins[bin]))
        .arg(formatNumber(edge(bin)), formatNumber(edge(bin + 1)));
}

QString DistributionChart::dataText() const
{
    QString text = QStringLiteral("low\thigh\tsamples\n");
    const auto& bins = m_distribution.histogram;
    for (std::size_t i = 0; i < bins.size(); ++i)
        text += QStringLiteral("%1\t%2\t%3\n")
                    .arg(formatExact(edge(i)), formatExact(edge(i + 1)), QString::number(bins[i]));
    return text;
}

} // namespace ql::widgets
