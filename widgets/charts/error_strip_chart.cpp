// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/error_strip_chart.h"

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
#include <map>
#include <string_view>

namespace ql::widgets {

namespace {

constexpr double kInterestingSqnrDb = 60.0;

ChartScale scaleOf(results::MetricId metric)
{
    const bool isLinear = metric == results::MetricId::Cosine || metric == results::MetricId::Sqnr;
    return isLinear ? ChartScale::Linear : ChartScale::Log10;
}

/// Not finite where the axis has no place for the value.
double plotted(double value, ChartScale scale)
{
    return scale == ChartScale::Linear ? value : std::log10(value);
}

} // namespace

ErrorStripChart::ErrorStripChart(QWidget* parent)
    : Chart(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    m_pane->setFocusPolicy(Qt::NoFocus);
    m_pane->paintOverlay = [this](QPainter& painter) { paintLayers(painter); };
    m_pane->describe = [this](double x) {
        const Point* point = nearest(x);
        if (!point)
            return QString();
        const auto& layer = m_result->layers[std::size_t(point->layer)];
        QString words = QString::fromStdString(layer.name);
        if (!layer.baseline.opType.empty())
            words += QStringLiteral(" · ") + QString::fromStdString(layer.baseline.opType);
        words += QStringLiteral("\n%1: %2").arg(metricTitle(m_metric), formatNumber(point->value));
        if (point->before && point->after)
            words += u'\n' + tr("trial: %1 → %2").arg(formatNumber(*point->before), formatNumber(*point->after));
        return words;
    };
    connect(m_pane, &ChartPane::clicked, this, [this](double x) {
        setFocus(Qt::MouseFocusReason);
        if (const Point* point = nearest(x))
            Q_EMIT layerClicked(point->layer);
    });
    rebuild();
}

void ErrorStripChart::setContent(std::shared_ptr<const results::CompareResult> result, results::MetricId metric)
{
    if (result != m_result)
        m_badness = result ? results::BadnessScale(*result) : results::BadnessScale();
    m_result = std::move(result);
    m_metric = metric;
    rebuild();
}

void ErrorStripChart::setOverlay(std::shared_ptr<const results::TrialChange> trial)
{
    if (trial == m_trial)
        return;
    m_trial = std::move(trial);
    rebuild();
}

std::size_t ErrorStripChart::overlayCount() const
{
    return std::size_t(std::ranges::count_if(m_points, [](const Point& point) { return point.after.has_value(); }));
}

void ErrorStripChart::setCurrent(int layer)
{
    m_current = layer;
    m_pane->viewport()->update();
}

void ErrorStripChart::keyPressEvent(QKeyEvent* event)
{
    const int step = event->key() == Qt::Key_Left ? -1 : event->key() == Qt::Key_Right ? 1 : 0;
    if (step == 0 || m_points.empty()) {
        QWidget::keyPressEvent(event);
        return;
    }
    const auto here = std::ranges::find(m_points, m_current, &Point::layer);
    auto place = here == m_points.end() ? 0 : here - m_points.begin() + step;
    place = std::clamp<std::ptrdiff_t>(place, 0, std::ssize(m_points) - 1);
    Q_EMIT layerClicked(m_points[std::size_t(place)].layer);
}

void ErrorStripChart::rebuild()
{
    collectPoints();
    if (m_points.empty()) {
        m_pane->setEmptyReason(m_result ? tr("No layer has a value for this metric.")
                                        : tr("After a comparison the error along the network is drawn here."));
        return;
    }
    m_pane->setEmptyReason({});
    m_pane->clearSeries();
    placePoints();
    const double last = double(std::max<std::size_t>(m_result->layers.size(), 2) - 1);
    const ChartScale scale = scaleOf(m_metric);
    m_pane->setAxes({tr("layer, in execution order"), -0.5, last + 0.5, ChartScale::Linear, true},
                    {metricTitle(m_metric), m_low, m_high, scale, false});
    QList<ChartPane::LegendEntry> legend;
    if (overlayCount() > 0) {
        const QColor base = palette().color(QPalette::Window);
        const QColor before = mutedColor(palette().color(QPalette::WindowText), base);
        const QColor after = divergingColor(1.0, base);
        addTrialLine(&Point::beforeAt, QPen(before, 1.6, Qt::DashLine));
        addTrialLine(&Point::afterAt, QPen(after, 2.2));
        legend = {{tr("before the trial"), before}, {tr("after it"), after}};
    }
    m_pane->setLegend(legend);
}

void ErrorStripChart::addTrialLine(double Point::*at, const QPen& pen)
{
    auto* line = new QLineSeries;
    for (const Point& point : m_points)
        if (point.before && point.after)
            line->append(double(point.layer), point.*at);
    line->setPen(pen);
    m_pane->addSeries(line);
}

void ErrorStripChart::collectPoints()
{
    m_points.clear();
    if (!m_result)
        return;
    for (std::size_t i = 0; i < m_result->layers.size(); ++i) {
        const auto& metrics = m_result->layers[i].metrics;
        if (const auto value = metrics ? results::valueOf(*metrics, m_metric) : std::nullopt)
            m_points.push_back({int(i), *value, 0.0});
    }
    collectTrial();
}

/// By name: a trial's layers are those of a simulation of the same baseline.
void ErrorStripChart::collectTrial()
{
    if (!m_trial)
        return;
    std::map<std::string_view, const results::ChangeRow*> rows;
    for (const auto& row : m_trial->rows)
        if (!row.isOutput)
            rows.emplace(row.name, &row);
    for (Point& point : m_points)
        if (const auto found = rows.find(m_result->layers[std::size_t(point.layer)].name); found != rows.end()) {
            point.before = results::valueOf(found->second->before, m_metric);
            point.after = results::valueOf(found->second->after, m_metric);
        }
}

double ErrorStripChart::clampedAt(double value) const
{
    if (std::isnan(value))
        return results::isLowWorst(m_metric) ? m_low : m_high;
    return std::clamp(plotted(value, scaleOf(m_metric)), m_low, m_high);
}

/// Finds the y range of what is finite and puts the rest on its better or worse edge.
void ErrorStripChart::placePoints()
{
    const ChartScale scale = scaleOf(m_metric);
    double low = std::numeric_limits<double>::max();
    double high = std::numeric_limits<double>::lowest();
    const auto see = [&](double at) {
        if (std::isfinite(at)) {
            low = std::min(low, at);
            high = std::max(high, at);
        }
    };
    for (Point& point : m_points) {
        point.at = plotted(point.value, scale);
        see(point.at);
        if (point.before && point.after) {
            see(plotted(*point.before, scale));
            see(plotted(*point.after, scale));
        }
    }
    if (low > high) {
        low = 0.0;
        high = 1.0;
    }
    // The exact input of a network would squeeze everything that matters into the lower third.
    if (m_metric == results::MetricId::Sqnr)
        high = std::min(high, std::max(kInterestingSqnrDb, low + 1.0));
    const double air = high > low ? (high - low) * 0.08 : 0.5;
    m_low = low - air;
    m_high = high + air;
    for (Point& point : m_points) {
        point.isBeyond = !std::isnan(point.at) && (point.at < m_low || point.at > m_high);
        if (std::isnan(point.value))
            point.at = results::isLowWorst(m_metric) ? m_low : m_high;
        point.at = std::clamp(point.at, m_low, m_high);
        if (point.before && point.after) {
            point.beforeAt = clampedAt(*point.before);
            point.afterAt = clampedAt(*point.after);
        }
    }
}

/// Of layers that share a pixel the worst.
const ErrorStripChart::Point* ErrorStripChart::nearest(double plottedX) const
{
    const double reach = isDense() ? 1.0 / spacing() : 0.0;
    const auto distance = [plottedX, reach](const Point& point) {
        return std::max(std::abs(double(point.layer) - plottedX), reach);
    };
    const Point* found = nullptr;
    for (const Point& point : m_points)
        if (!found || distance(point) < distance(*found)
            || (distance(point) <= distance(*found) && reach > 0.0 && isWorse(point, *found)))
            found = &point;
    return found;
}

/// Pixels from layer to layer.
double ErrorStripChart::spacing() const
{
    return m_pane->pixelX(1.0) - m_pane->pixelX(0.0);
}

bool ErrorStripChart::isDense() const
{
    return spacing() < kLeastSpacing;
}

bool ErrorStripChart::isWorse(const Point& a, const Point& b) const
{
    if (std::isnan(a.value) || std::isnan(b.value))
        return std::isnan(a.value) && !std::isnan(b.value);
    return results::isLowWorst(m_metric) ? a.value < b.value : a.value > b.value;
}

QString ErrorStripChart::dataText() const
{
    const std::string_view metric = results::key(m_metric);
    QString text = QStringLiteral("index\tlayer\t%1\n").arg(QString::fromUtf8(metric.data(), qsizetype(metric.size())));
    for (const Point& point : m_points)
        text +=
            QStringLiteral("%1\t%2\t%3\n")
                .arg(QString::number(point.layer),
                     QString::fromStdString(m_result->layers[std::size_t(point.layer)].name), formatExact(point.value));
    return text;
}

} // namespace ql::widgets
