// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/channels_chart.h"

#include "widgets/charts/chart_pane.h"
#include "widgets/models/color_scale.h"
#include "widgets/models/display_text.h"

#include <QEvent>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ql::widgets {

namespace {
constexpr double kAir = 0.06; ///< of the range, above and below
} // namespace

ChannelsChart::ChannelsChart(QWidget* parent)
    : QWidget(parent)
    , m_pane(new ChartPane(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_pane);
    m_pane->paintOverlay = [this](QPainter& painter) { paintRanges(painter); };
    m_pane->describe = [this](double x) { return describe(x); };
    m_pane->dataText = [this] { return dataText(); };
}

void ChannelsChart::setWeight(const results::WeightRow& weight)
{
    m_channels = weight.channels;
    std::ranges::stable_sort(m_channels, [](const auto& a, const auto& b) {
        return results::isWorse(results::MetricId::Sqnr, a.sqnrDb, b.sqnrDb);
    });
    const bool hasOneScale = weight.quantizer && weight.quantizer->scales.size() == 1;
    m_step = hasOneScale ? weight.quantizer->scales.front() : 0.0;
    m_reason = tr("This weight has no channels to compare.");
    rebuild();
}

void ChannelsChart::clear(const QString& reason)
{
    m_channels.clear();
    m_reason = reason;
    rebuild();
}

QString ChannelsChart::emptyReason() const
{
    return m_pane->emptyReason();
}

void ChannelsChart::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        rebuild();
    QWidget::changeEvent(event);
}

void ChannelsChart::rebuild()
{
    if (m_channels.empty()) {
        m_pane->setEmptyReason(m_reason);
        return;
    }
    m_pane->setEmptyReason({});
    double low = 0.0;
    double high = 0.0;
    for (const auto& channel : m_channels) {
        low = std::min({low, channel.baselineMin, channel.analysisMin});
        high = std::max({high, channel.baselineMax, channel.analysisMax});
    }
    const double air = high > low ? (high - low) * kAir : 1.0;
    m_pane->setAxes(
        {tr("output channels, the worst first"), -0.5, double(m_channels.size()) - 0.5, ChartScale::Linear, true},
        {tr("range of the weights"), low - air, high + air, ChartScale::Linear, false});
    const QColor background = palette().color(QPalette::Window);
    m_pane->setLegend({{tr("baseline"), baselineColor(background)}, {tr("analysis"), analysisColor(background)}});
}

void ChannelsChart::paintRanges(QPainter& painter) const
{
    const QColor background = palette().color(QPalette::Window);
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (m_step > 0.0) {
        // Within one step around zero everything is rounded to nothing or to a single level.
        QColor hatch = palette().color(QPalette::WindowText);
        hatch.setAlphaF(0.25F);
        const QRectF plot = m_pane->plotRect();
        painter.fillRect(QRectF(QPointF(plot.left(), m_pane->pixelY(m_step / 2)),
                                QPointF(plot.right(), m_pane->pixelY(-m_step / 2))),
                         QBrush(hatch, Qt::BDiagPattern));
    }
    const double slot = m_pane->pixelX(1.0) - m_pane->pixelX(0.0);
    const double half = std::max(0.5, slot * 0.38);
    const auto bar = [&](double left, double right, double low, double high, const QColor& color) {
        QColor fill = color;
        fill.setAlphaF(0.45F);
        const QRectF rect(QPointF(left, m_pane->pixelY(high)), QPointF(right, m_pane->pixelY(low)));
        painter.fillRect(rect, fill);
        painter.setPen(color);
        painter.drawLine(rect.topLeft(), rect.topRight());
        painter.drawLine(rect.bottomLeft(), rect.bottomRight());
    };
    for (std::size_t rank = 0; rank < m_channels.size(); ++rank) {
        const auto& channel = m_channels[rank];
        const double centre = m_pane->pixelX(double(rank));
        bar(centre - half, centre, channel.baselineMin, channel.baselineMax, baselineColor(background));
        bar(centre, centre + half, channel.analysisMin, channel.analysisMax, analysisColor(background));
    }
}

QString ChannelsChart::describe(double plottedX) const
{
    const auto rank = std::lround(plottedX);
    if (rank < 0 || std::size_t(rank) >= m_channels.size())
        return {};
    const auto& channel = m_channels[std::size_t(rank)];
    QStringList lines{
        tr("Channel %1 · SQNR %2 dB · cosine %3")
            .arg(QString::number(channel.channel), formatNumber(channel.sqnrDb), formatNumber(channel.cosine)),
        tr("baseline %1 to %2").arg(formatNumber(channel.baselineMin), formatNumber(channel.baselineMax)),
        tr("analysis %1 to %2").arg(formatNumber(channel.analysisMin), formatNumber(channel.analysisMax))};
    if (channel.isOutlier)
        lines.append(tr("its range is %1 times the median channel's").arg(formatNumber(channel.rangeRatio)));
    return lines.join(u'\n');
}

QString ChannelsChart::dataText() const
{
    QString text = QStringLiteral("channel\tsqnr_db\tcosine\tbaseline_min\tbaseline_max\tanalysis_min\tanalysis_max\n");
    for (const auto& channel : m_channels) {
        QStringList cells{QString::number(channel.channel)};
        for (const double number : {channel.sqnrDb, channel.cosine, channel.baselineMin, channel.baselineMax,
                                    channel.analysisMin, channel.analysisMax})
            cells.append(formatExact(number));
        text += cells.join(u'\t') + u'\n';
    }
    return text;
}

} // namespace ql::widgets
