// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/histogram_chart.h"

#include "widgets/charts/chart_pane.h"
#include "widgets/style/color_scale.h"
#include "widgets/text/display_text.h"

#include <QAreaSeries>
#include <QLineSeries>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace ql::widgets {

namespace {

constexpr double kFloorOfLog = -0.3;    ///< log10(0.5): an empty bin, just below one element
constexpr double kAboveFloor = 0.03;    ///< hides the outline of empty bins
constexpr double kBoundSpace = 12.0;    ///< beside and between the numbers of the bounds
constexpr double kMostExtraRange = 1.0; ///< how much wider than the data the quantizer's range may make the axis
constexpr double kLeastStepPixels = 5.0;
constexpr double kWidestStep = 0.8; ///< of the chart
constexpr double kLeastBinPixels = 4.0;

/// Sums every @p joined neighbours into one.
std::vector<std::uint64_t> join(const std::vector<std::uint64_t>& counts, std::size_t joined)
{
    std::vector<std::uint64_t> sums((counts.size() + joined - 1) / joined);
    for (std::size_t i = 0; i < counts.size(); ++i)
        sums[i / joined] += counts[i];
    return sums;
}

double edge(const results::HistogramPair& bins, std::size_t index)
{
    const std::size_t count = std::max(bins.baseline.size(), bins.analysis.size());
    return bins.low + (bins.high - bins.low) * double(index) / double(count);
}

std::uint64_t highest(const std::vector<std::uint64_t>& counts)
{
    return counts.empty() ? 0 : *std::ranges::max_element(counts);
}

} // namespace

std::vector<std::uint64_t> rebinned(const std::vector<std::uint64_t>& from, double low, double high, double toLow,
                                    double toHigh, std::size_t bins)
{
    if (from.empty() || bins == 0 || !(low < high) || !(toLow < toHigh))
        return {};
    std::vector<double> spread(bins, 0.0);
    const double width = (high - low) / double(from.size());
    const double target = (toHigh - toLow) / double(bins);
    for (std::size_t i = 0; i < from.size(); ++i) {
        const double left = low + double(i) * width;
        const double right = left + width;
        const double first = std::clamp(std::floor((left - toLow) / target), 0.0, double(bins));
        for (auto bin = std::size_t(first); bin < bins && toLow + double(bin) * target < right; ++bin) {
            const double from0 = std::max(left, toLow + double(bin) * target);
            const double to0 = std::min(right, toLow + double(bin + 1) * target);
            spread[bin] += double(from[i]) * std::max(0.0, to0 - from0) / width;
        }
    }
    std::vector<std::uint64_t> counts;
    for (const double count : spread)
        counts.push_back(std::uint64_t(std::llround(count)));
    return counts;
}

ValueRange rangeOf(const HistogramContent& content)
{
    const auto& bins = content.bins;
    const double width = std::max(bins.high - bins.low, 1e-30);
    ValueRange range{bins.low, bins.high};
    if (const auto& quantizer = content.quantizer) {
        range.low = std::clamp(quantizer->low, bins.low - kMostExtraRange * width, bins.low);
        range.high = std::clamp(quantizer->high, bins.high, bins.high + kMostExtraRange * width);
    }
    return range;
}

HistogramChart::HistogramChart(QWidget* parent)
    : Chart(parent, 170)
{
    m_pane->paintOverlay = [this](QPainter& painter) {
        paintQuantizer(painter);
        paintStep(painter);
    };
    m_pane->describe = [this](double value) { return describe(value); };
    connect(m_pane, &ChartPane::viewChanged, this, [this] {
        chooseResolution();
        Q_EMIT viewChanged();
    });
}

ValueRange HistogramChart::visibleRange() const
{
    return {m_pane->visibleX().low, m_pane->visibleX().high};
}

void HistogramChart::showRange(const ValueRange& range)
{
    if (isShown() && !(range == visibleRange()))
        m_pane->showOnly(range.low, range.high);
}

void HistogramChart::setContent(const HistogramContent& content)
{
    m_content = content;
    rebuild();
}

void HistogramChart::clear(const QString& reason)
{
    m_content.reset();
    m_pane->setEmptyReason(reason);
}

void HistogramChart::setLog(bool isLog)
{
    m_isLog = isLog;
    rebuild();
}

double HistogramChart::plotted(std::uint64_t count) const
{
    if (!m_isLog)
        return double(count);
    return count == 0 ? kFloorOfLog : std::log10(double(count));
}

void HistogramChart::rebuild()
{
    if (!m_content)
        return;
    m_pane->setEmptyReason({});
    const auto [low, high] = m_content->axis.value_or(rangeOf(*m_content));
    const double air = (high - low) * 0.02;
    m_joined = 0;
    m_pane->setAxes({tr("value"), low - air, high + air, ChartScale::Linear, false}, {});
}

/// A quantized value makes a comb of full and empty bins; joining neighbours shows its shape until one zooms in.
void HistogramChart::chooseResolution()
{
    if (!m_content)
        return;
    const std::size_t count = std::max(m_content->bins.baseline.size(), m_content->bins.analysis.size());
    const double pixels = m_pane->pixelX(m_content->bins.high) - m_pane->pixelX(m_content->bins.low);
    std::size_t joined = 1;
    while (count % (2 * joined) == 0 && pixels * double(joined) / double(count) < kLeastBinPixels)
        joined *= 2;
    if (joined == m_joined)
        return;
    m_joined = joined;
    m_shown = m_content->bins;
    m_shown.baseline = join(m_content->bins.baseline, joined);
    m_shown.analysis = join(m_content->bins.analysis, joined);
    drawSeries();
}

void HistogramChart::drawSeries()
{
    m_pane->clearSeries();
    const auto& bins = m_shown;
    const double tallest = plotted(std::max({highest(bins.baseline), highest(bins.analysis), std::uint64_t(1)}));
    m_pane->setVertical({tr("elements per bin"), m_isLog ? kFloorOfLog + kAboveFloor : 0.0,
                         m_isLog ? std::max(1.0, tallest + 0.45) : tallest * 1.12,
                         m_isLog ? ChartScale::Log10 : ChartScale::Linear, true});
    const QColor background = palette().color(QPalette::Window);
    QList<ChartPane::LegendEntry> legend;
    if (m_content->hasBaseline) {
        addArea(bins.baseline, baselineColor(background));
        legend.append({tr("baseline"), baselineColor(background)});
    }
    if (m_content->hasAnalysis) {
        addArea(bins.analysis, analysisColor(background));
        legend.append({tr("analysis"), analysisColor(background)});
    }
    if (!m_content->tried.empty()) {
        addTried(divergingColor(1.0, background));
        legend.append({tr("after the trial"), divergingColor(1.0, background)});
    }
    m_pane->setLegend(legend);
}

void HistogramChart::addTried(const QColor& color)
{
    const auto counts = join(m_content->tried, m_joined);
    auto* line = new QLineSeries;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        line->append(edge(m_shown, i), plotted(counts[i]));
        line->append(edge(m_shown, i + 1), plotted(counts[i]));
    }
    line->setPen(QPen(color, 2.0));
    m_pane->addSeries(line);
}

void HistogramChart::addArea(const std::vector<std::uint64_t>& counts, const QColor& color)
{
    auto* upper = new QLineSeries;
    auto* lower = new QLineSeries;
    const double floor = m_isLog ? kFloorOfLog : 0.0;
    QList<QPointF> steps;
    steps.reserve(qsizetype(2 * counts.size()));
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const double height = plotted(counts[i]);
        steps.append({edge(m_shown, i), height});
        steps.append({edge(m_shown, i + 1), height});
    }
    upper->replace(steps);
    lower->replace(QList<QPointF>{{m_content->bins.low, floor}, {m_content->bins.high, floor}});
    auto* area = new QAreaSeries(upper, lower);
    upper->setParent(area);
    lower->setParent(area);
    QColor fill = color;
    fill.setAlphaF(0.3F);
    area->setBrush(fill);
    area->setPen(QPen(color, 1.3));
    m_pane->addSeries(area);
}

void HistogramChart::paintQuantizer(QPainter& painter) const
{
    if (!m_content || !m_content->quantizer)
        return;
    const auto& range = *m_content->quantizer;
    const QRectF plot = m_pane->plotRect();
    const QColor ink = palette().color(QPalette::WindowText);
    QPainterPath clamped;
    const auto& counts = m_shown.baseline;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const double left = edge(m_shown, i);
        const double right = edge(m_shown, i + 1);
        const bool isClamped = right <= range.low || left >= range.high;
        if (isClamped && counts[i] > 0)
            clamped.addRect(QRectF(QPointF(m_pane->pixelX(left), m_pane->pixelY(plotted(counts[i]))),
                                   QPointF(m_pane->pixelX(right), plot.bottom())));
    }
    painter.fillPath(clamped, QBrush(ink, Qt::BDiagPattern));
    painter.setPen(QPen(ink, 1.2, Qt::DashLine));
    for (const double bound : {range.low, range.high})
        if (const double x = m_pane->pixelX(bound); x >= plot.left() && x <= plot.right())
            painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    if (!paintBothBounds(painter)) {
        paintBound(painter, range.low, true);
        paintBound(painter, range.high, false);
    }
}

/// As one text, where each of its own would stand on the other. False where there is room for two, or one of them is
/// out of sight.
bool HistogramChart::paintBothBounds(QPainter& painter) const
{
    const QRectF plot = m_pane->plotRect();
    const auto& range = *m_content->quantizer;
    const double low = m_pane->pixelX(range.low);
    const double high = m_pane->pixelX(range.high);
    const QFontMetricsF metrics(font());
    const double widths =
        metrics.horizontalAdvance(formatNumber(range.low)) + metrics.horizontalAdvance(formatNumber(range.high));
    if (low < plot.left() || high > plot.right() || high - low >= widths + kBoundSpace)
        return false;
    const QString label = QStringLiteral("%1 … %2").arg(formatNumber(range.low), formatNumber(range.high));
    const double width = metrics.horizontalAdvance(label);
    const double left = std::clamp(high + kBoundSpace / 3, plot.left(), std::max(plot.left(), plot.right() - width));
    painter.drawText(QPointF(left, plot.top() + metrics.ascent()), label);
    return true;
}

/// Its number, behind an arrow where it lies out of sight.
void HistogramChart::paintBound(QPainter& painter, double bound, bool isLow) const
{
    const QRectF plot = m_pane->plotRect();
    const double x = m_pane->pixelX(bound);
    const auto& range = *m_content->quantizer;
    const double other = m_pane->pixelX(isLow ? range.high : range.low);
    if ((x < plot.left() && other < plot.left() && isLow) || (x > plot.right() && other > plot.right() && !isLow))
        return; // both are there: the nearer one says so
    const QString number = formatNumber(bound);
    const QString label = x < plot.left()    ? QStringLiteral("◂ %1").arg(number)
                          : x > plot.right() ? QStringLiteral("%1 ▸").arg(number)
                                             : number;
    const QFontMetricsF metrics(font());
    const double width = metrics.horizontalAdvance(label);
    const bool isTight = x - other < width + metrics.horizontalAdvance(formatNumber(range.low)) + kBoundSpace;
    const double wanted = isLow || (isTight && other >= plot.left()) ? x + 4 : x - width - 4;
    painter.drawText(QPointF(std::clamp(wanted, plot.left(), plot.right() - width), plot.top() + metrics.ascent()),
                     label);
}

void HistogramChart::paintStep(QPainter& painter) const
{
    if (!m_content || !m_content->quantizer)
        return;
    const double pixels = m_pane->pixelX(m_content->quantizer->step) - m_pane->pixelX(0.0);
    const QRectF plot = m_pane->plotRect();
    if ((pixels < kLeastStepPixels && !m_content->alwaysHasStep) || pixels > plot.width() * kWidestStep)
        return;
    const QFontMetricsF metrics(font());
    const double y = plot.top() + std::max(plot.height() * 0.25, 2.2 * metrics.height()); // below the bounds' numbers
    const QPointF left(plot.left() + 10, y);
    const QPointF right = left + QPointF(pixels, 0);
    painter.setPen(QPen(palette().color(QPalette::WindowText), 1.4));
    painter.drawLine(left, right);
    for (const QPointF end : {left, right})
        painter.drawLine(end - QPointF(0, 4), end + QPointF(0, 4));
    const QString words = tr("one step: %1").arg(formatNumber(m_content->quantizer->step));
    const double width = metrics.horizontalAdvance(words);
    const bool fitsBeside = right.x() + 6 + width <= plot.right();
    const QPointF place = fitsBeside ? right + QPointF(6, 4) : left + QPointF(0, -6);
    QColor behind = palette().color(QPalette::Window);
    behind.setAlphaF(0.75F); // it is read over bars, too
    painter.fillRect(QRectF(place.x() - 2, place.y() - metrics.ascent(), width + 4, metrics.height()), behind);
    painter.drawText(place, words);
}

QString HistogramChart::describe(double value) const
{
    if (!m_content)
        return {};
    const auto& bins = m_shown;
    const std::size_t count = std::max(bins.baseline.size(), bins.analysis.size());
    if (count == 0 || value < bins.low || value >= bins.high)
        return {};
    const auto bin = std::min(count - 1, std::size_t((value - bins.low) / (bins.high - bins.low) * double(count)));
    QString words = tr("%1 to %2").arg(formatNumber(edge(bins, bin)), formatNumber(edge(bins, bin + 1)));
    if (m_content->hasBaseline && bin < bins.baseline.size())
        words += u'\n' + tr("baseline: %1").arg(formatCount(bins.baseline[bin]));
    if (m_content->hasAnalysis && bin < bins.analysis.size())
        words += u'\n' + tr("analysis: %1").arg(formatCount(bins.analysis[bin]));
    return words;
}

QString HistogramChart::dataText() const
{
    QString text = QStringLiteral("low\thigh\tbaseline\tanalysis\n");
    if (!m_content)
        return text;
    const auto& bins = m_content->bins;
    for (std::size_t i = 0; i < std::max(bins.baseline.size(), bins.analysis.size()); ++i)
        text += QStringLiteral("%1\t%2\t%3\t%4\n")
                    .arg(formatExact(edge(bins, i)), formatExact(edge(bins, i + 1)))
                    .arg(i < bins.baseline.size() ? bins.baseline[i] : 0)
                    .arg(i < bins.analysis.size() ? bins.analysis[i] : 0);
    return text;
}

} // namespace ql::widgets
