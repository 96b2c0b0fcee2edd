// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/channels_chart.h"

#include "widgets/charts/chart_pane.h"
#include "widgets/style/color_scale.h"
#include "widgets/text/display_text.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ql::widgets {

namespace {

constexpr double kAir = 0.06;           ///< of the range, above and below
constexpr double kAtFirst = 16.0;       ///< channels in view; the others are a zoom away
constexpr double kLeastBoxPixels = 3.0; ///< narrower boxes are lines

} // namespace

ChannelsChart::ChannelsChart(QWidget* parent)
    : LayerValuesChart(parent, 170)
{
    m_pane->setKeySteps({1.0, 1e9}); // from channel to channel
    m_pane->paintOverlay = [this](QPainter& painter) {
        paintStep(painter);
        paintBoxes(painter);
    };
    m_pane->describe = [this](double x) { return describe(x); };
    m_pane->nameX = [this](double x) {
        const auto* channel = channelAt(x);
        return channel ? QString::number(channel->channel) : QString();
    };
    connect(m_pane, &ChartPane::viewChanged, this, &ChannelsChart::follow);
    connect(m_pane, &ChartPane::clicked, this, [this](double x) {
        if (const auto* channel = channelAt(x))
            Q_EMIT channelChosen(channel->channel);
    });
}

std::size_t ChannelsChart::channelCount() const
{
    return m_values ? m_values->channels->worst.size() : 0;
}

void ChannelsChart::rebuild()
{
    if (!m_values)
        return;
    if (channelCount() == 0) {
        m_pane->setEmptyReason(tr("This tensor has no channels to compare."));
        return;
    }
    m_pane->setEmptyReason({});
    const double count = double(channelCount());
    const bool areAll = std::int64_t(channelCount()) == m_values->channels->count;
    const QString title = areAll
                              ? tr("channels, the worst first")
                              : tr("channels, the worst %1 of %2").arg(channelCount()).arg(m_values->channels->count);
    m_pane->setAxes({title, -0.5, count - 0.5, ChartScale::Linear, true}, {tr("value"), 0.0, 1.0});
    if (count > kAtFirst)
        m_pane->showOnly(-0.5, kAtFirst - 0.5);
    const QColor background = palette().color(QPalette::Window);
    m_pane->setLegend({{tr("baseline"), baselineColor(background)}, {tr("analysis"), analysisColor(background)}});
}

void ChannelsChart::follow()
{
    if (channelCount() == 0)
        return;
    double low = 0.0;
    double high = 0.0;
    for (std::size_t rank = 0; rank < channelCount(); ++rank) {
        if (double(rank) < m_pane->visibleX().low || double(rank) > m_pane->visibleX().high)
            continue;
        for (const auto* numbers : {&channel(rank).baseline, &channel(rank).analysis})
            if (std::isfinite(numbers->min)) {
                low = std::min(low, numbers->min);
                high = std::max(high, numbers->max);
            }
    }
    const double air = high > low ? (high - low) * kAir : 1.0;
    m_pane->setVertical({tr("value"), low - air, high + air});
}

const results::ChannelValues* ChannelsChart::channelAt(double plottedX) const
{
    const auto rank = std::lround(plottedX);
    return rank >= 0 && std::size_t(rank) < channelCount() ? &channel(std::size_t(rank)) : nullptr;
}

/// Within half a step around zero everything is rounded to nothing.
void ChannelsChart::paintStep(QPainter& painter) const
{
    if (!m_values || !m_values->quantizer || m_values->quantizer->scales.size() != 1)
        return;
    const double half = m_values->quantizer->scales.front() / 2;
    QColor hatch = palette().color(QPalette::WindowText);
    hatch.setAlphaF(0.25F);
    const QRectF plot = m_pane->plotRect();
    painter.fillRect(QRectF(QPointF(plot.left(), m_pane->pixelY(half)), QPointF(plot.right(), m_pane->pixelY(-half))),
                     QBrush(hatch, Qt::BDiagPattern));
}

void ChannelsChart::paintBoxes(QPainter& painter) const
{
    if (!m_values)
        return;
    const QColor background = palette().color(QPalette::Window);
    painter.setRenderHint(QPainter::Antialiasing, false);
    const double width = std::max(1.0, (m_pane->pixelX(1.0) - m_pane->pixelX(0.0)) * 0.38);
    const auto paintBox = [&](double left, const results::FiveNumbers& numbers, const QColor& color) {
        if (!std::isfinite(numbers.min))
            return;
        const double centre = left + width / 2;
        painter.setPen(color);
        painter.drawLine(QPointF(centre, m_pane->pixelY(numbers.min)), QPointF(centre, m_pane->pixelY(numbers.max)));
        if (width < kLeastBoxPixels)
            return;
        for (const double end : {numbers.min, numbers.max})
            painter.drawLine(QPointF(left + width * 0.25, m_pane->pixelY(end)),
                             QPointF(left + width * 0.75, m_pane->pixelY(end)));
        const QRectF box(QPointF(left, m_pane->pixelY(numbers.upperQuartile)),
                         QPointF(left + width, m_pane->pixelY(numbers.lowerQuartile)));
        QColor fill = color;
        fill.setAlphaF(0.45F);
        painter.fillRect(box, fill);
        painter.drawRect(box);
        painter.setPen(QPen(palette().color(QPalette::WindowText), 2));
        const double median = m_pane->pixelY(numbers.median);
        painter.drawLine(QPointF(left, median), QPointF(left + width, median));
    };
    for (std::size_t rank = 0; rank < channelCount(); ++rank) {
        const double centre = m_pane->pixelX(double(rank));
        if (centre + width < m_pane->plotRect().left() || centre - width > m_pane->plotRect().right())
            continue;
        paintBox(centre - width, channel(rank).baseline, baselineColor(background));
        paintBox(centre, channel(rank).analysis, analysisColor(background));
    }
}

QString ChannelsChart::describe(double plottedX) const
{
    const auto* channel = channelAt(plottedX);
    if (!channel)
        return {};
    const auto numbers = [](const results::FiveNumbers& five) {
        return tr("%1 to %2, half of them %3 to %4, median %5")
            .arg(formatNumber(five.min), formatNumber(five.max), formatNumber(five.lowerQuartile),
                 formatNumber(five.upperQuartile), formatNumber(five.median));
    };
    QStringList lines{
        tr("Channel %1 · SQNR %2 dB · mean error %3")
            .arg(QString::number(channel->channel), formatNumber(channel->sqnrDb), formatNumber(channel->meanError)),
        tr("baseline %1").arg(numbers(channel->baseline)), tr("analysis %1").arg(numbers(channel->analysis))};
    if (channel->scale)
        lines.append(tr("scale %1").arg(formatNumber(*channel->scale)));
    if (channel->isOutlier)
        lines.append(tr("its range is %1 times the median channel's").arg(formatNumber(channel->rangeRatio)));
    if (channel->nonFinite > 0)
        lines.append(tr("%n pair(s) are not finite", nullptr, int(channel->nonFinite)));
    return lines.join(u'\n');
}

QString ChannelsChart::dataText() const
{
    QString text = QStringLiteral("channel\tsqnr_db\tmean_error");
    for (const char* side : {"baseline", "analysis"})
        for (const char* number : {"min", "q25", "median", "q75", "max"})
            text += QStringLiteral("\t%1_%2").arg(QLatin1String(side), QLatin1String(number));
    text += u'\n';
    for (std::size_t rank = 0; rank < channelCount(); ++rank) {
        const auto& values = channel(rank);
        QStringList cells{QString::number(values.channel), formatExact(values.sqnrDb), formatExact(values.meanError)};
        for (const auto* five : {&values.baseline, &values.analysis})
            for (const double number : {five->min, five->lowerQuartile, five->median, five->upperQuartile, five->max})
                cells.append(formatExact(number));
        text += cells.join(u'\t') + u'\n';
    }
    return text;
}

} // namespace ql::widgets
