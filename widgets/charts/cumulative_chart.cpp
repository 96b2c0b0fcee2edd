// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/cumulative_chart.h"

#include "widgets/charts/chart_pane.h"
#include "widgets/models/layer_table_columns.h"
#include "widgets/style/color_scale.h"
#include "widgets/text/display_text.h"

#include <QLineSeries>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ql::widgets {

namespace {
constexpr double kPointRadius = 3.5;
constexpr double kAirAbove = 0.1; ///< of the axis
} // namespace

CumulativeChart::CumulativeChart(QWidget* parent)
    : Chart(parent)
{
    m_pane->paintOverlay = [this](QPainter& painter) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(baselineColor(palette().color(QPalette::Window)));
        for (std::size_t i = 0; i < pointCount(); ++i)
            if (std::isfinite(valueOf(i)))
                painter.drawEllipse(QPointF(m_pane->pixelX(double(i)), m_pane->pixelY(valueOf(i))), kPointRadius,
                                    kPointRadius);
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
    rebuild();
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
