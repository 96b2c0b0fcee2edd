// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/threshold_chart.h"

#include "widgets/charts/chart_pane.h"
#include "widgets/style/color_scale.h"
#include "widgets/text/display_text.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"

#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>

#include <algorithm>
#include <cmath>

namespace ql::widgets {

namespace {
constexpr int kLeastHeight = 130;
constexpr double kGrip = 6.0;      ///< pixels beside a bound that still take hold of it
constexpr double kEmptyBin = -0.3; ///< log10(0.5): an empty bin, just below one element
constexpr double kTop = 0.4;       ///< decades of air above the tallest bin
} // namespace

ThresholdChart::ThresholdChart(QWidget* parent)
    : QWidget(parent)
    , m_pane(new ChartPane(this))
{
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(4, 0, 4, 0);
    layout->setSpacing(2);
    layout->addWidget(m_pane, 0, 0, 1, 2);
    layout->setRowStretch(0, 1);
    m_pane->setMinimumHeight(kLeastHeight); // the words below take what they need, not what is left
    for (int side = 0; side < kSides; ++side) {
        auto*& box = m_boxes[std::size_t(side)];
        auto*& effect = m_effects[std::size_t(side)];
        box = new QComboBox(this);
        effect = new PlainLabel(this);
        effect->setWordWrap(true);
        effect->setTextInteractionFlags(Qt::TextSelectableByMouse);
        effect->setAlignment(Qt::AlignTop | Qt::AlignLeft);
        box->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        layout->addWidget(box, 1, side);
        layout->addWidget(effect, 2, side);
        auto*& write = m_writes[std::size_t(side)];
        write = new QPushButton(this);
        write->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        layout->addWidget(write, 3, side);
        connect(write, &QPushButton::clicked, this, [this, side] { Q_EMIT rangeWanted(range(side)); });
        layout->setColumnStretch(side, 1);
        connect(box, &QComboBox::activated, this,
                [this, side, box](int index) { choose(side, Method(box->itemData(index).toInt())); });
    }
    m_pane->setFocusPolicy(Qt::StrongFocus);
    m_pane->installEventFilter(this);
    m_pane->viewport()->installEventFilter(this);
    m_pane->paintOverlay = [this](QPainter& painter) {
        paintValues(painter);
        paintBounds(painter);
    };
    followLanguageAndColors(this, [this] { retranslate(); });
}

void ThresholdChart::setContent(const BinnedValues& values, std::optional<QuantizerRange> quantizer, int steps)
{
    m_values = values;
    m_quantizer = quantizer;
    m_steps = std::max(1, steps);
    for (int side = 0; side < kSides; ++side)
        if (auto& method = m_methods[std::size_t(side)]; method == Method::Own)
            method = side == 0 ? Method::AsQuantized : Method::LeastError; // bounds of another layer mean nothing here
    rebuild();
}

void ThresholdChart::clear(const QString& reason)
{
    m_values.reset();
    m_pane->setEmptyReason(reason);
    showEffects();
}

void ThresholdChart::choose(int side, Method method)
{
    m_methods[std::size_t(side)] = method;
    if (m_values && method != Method::Own)
        m_ranges[std::size_t(side)] = rangeBy(method);
    showEffects();
}

void ThresholdChart::setRange(int side, const QuantizerRange& range)
{
    m_methods[std::size_t(side)] = Method::Own;
    m_ranges[std::size_t(side)] = range;
    showEffects();
}

QuantizerRange ThresholdChart::rangeBy(Method method) const
{
    switch (method) {
    case Method::AsQuantized: return m_quantizer.value_or(rangeOfAll(*m_values));
    case Method::Share9999: return rangeOfShare(*m_values, 0.9999);
    case Method::Share999: return rangeOfShare(*m_values, 0.999);
    case Method::LeastError: return rangeOfLeastError(*m_values, m_steps);
    case Method::All:
    case Method::Own: break;
    }
    return rangeOfAll(*m_values);
}

void ThresholdChart::retranslate()
{
    m_pane->setSubject(tr("Threshold"));
    for (int side = 0; side < kSides; ++side) {
        QComboBox& box = *m_boxes[std::size_t(side)];
        box.clear();
        box.addItem(tr("As quantized now"), int(Method::AsQuantized));
        box.addItem(tr("Minimum to maximum"), int(Method::All));
        box.addItem(tr("99.99 % of the values"), int(Method::Share9999));
        box.addItem(tr("99.9 % of the values"), int(Method::Share999));
        box.addItem(tr("Least squared error"), int(Method::LeastError));
        box.addItem(tr("Dragged"), int(Method::Own));
        QPushButton& write = *m_writes[std::size_t(side)];
        write.setText(tr("Write into config"));
        const QString name = side == 0 ? tr("First range") : tr("Second range");
        box.setAccessibleName(name);
        box.setToolTip(tr("How the range is chosen; drag the bounds in the chart for another one"));
    }
    rebuild();
}

double ThresholdChart::plotted(std::uint64_t count) const
{
    return count == 0 ? kEmptyBin : std::log10(double(count));
}

void ThresholdChart::rebuild()
{
    if (m_values) {
        for (int side = 0; side < kSides; ++side)
            if (m_methods[std::size_t(side)] != Method::Own)
                m_ranges[std::size_t(side)] = rangeBy(m_methods[std::size_t(side)]);
        m_pane->setEmptyReason({});
        QuantizerRange axis{m_values->low, m_values->high};
        if (m_quantizer) {
            const double width = axis.high - axis.low;
            axis.low = std::clamp(m_quantizer->low, axis.low - width, axis.low);
            axis.high = std::clamp(m_quantizer->high, axis.high, axis.high + width);
        }
        const double air = (axis.high - axis.low) * 0.03;
        const auto tallest = std::ranges::max(m_values->counts);
        m_pane->setAxes({tr("value"), axis.low - air, axis.high + air, ChartScale::Linear, false},
                        {tr("elements per bin"), kEmptyBin, plotted(tallest) + kTop, ChartScale::Log10, true});
    }
    showEffects();
}

QString ThresholdChart::effectText(int side) const
{
    return m_effects[std::size_t(side)]->text();
}

void ThresholdChart::setWhyNotWritable(const QString& reason)
{
    m_whyNotWritable = reason;
    showEffects();
}

void ThresholdChart::showEffects()
{
    for (int side = 0; side < kSides; ++side) {
        const auto at = std::size_t(side);
        m_writes[at]->setEnabled(m_values && m_whyNotWritable.isEmpty());
        m_writes[at]->setToolTip(m_whyNotWritable.isEmpty()
                                     ? tr("Fix this range at the layers that read these values, and try that")
                                     : m_whyNotWritable);
        m_boxes[at]->setCurrentIndex(m_boxes[at]->findData(int(m_methods[at])));
        m_boxes[at]->setEnabled(m_values.has_value());
        if (!m_values) {
            m_effects[at]->clear();
            continue;
        }
        const ThresholdEffect effect = effectOf(*m_values, m_ranges[at], m_steps);
        setWords(*m_effects[at],
                 tr("%1 to %2 · clamps %3 % · clamping %4, rounding %5 · about %6 dB")
                     .arg(formatNumber(m_ranges[at].low), formatNumber(m_ranges[at].high),
                          formatNumber(100.0 * effect.clampedShare), formatNumber(effect.clampingError),
                          formatNumber(effect.roundingError), formatNumber(effect.sqnrDb)),
                 tr("Estimated from the baseline's histogram: clamping and rounding as root mean square errors"));
    }
    m_pane->viewport()->update();
}

void ThresholdChart::paintValues(QPainter& painter) const
{
    if (!m_values)
        return;
    const QColor hue = baselineColor(palette().color(QPalette::Window));
    QColor fill = hue;
    fill.setAlphaF(0.35F);
    QPainterPath bars;
    for (std::size_t bin = 0; bin < m_values->counts.size(); ++bin)
        if (m_values->counts[bin] > 0) {
            const double left = m_values->low + double(bin) * m_values->width();
            bars.addRect(QRectF(QPointF(m_pane->pixelX(left), m_pane->pixelY(plotted(m_values->counts[bin]))),
                                QPointF(m_pane->pixelX(left + m_values->width()), m_pane->plotRect().bottom())));
        }
    painter.fillPath(bars, fill);
}

void ThresholdChart::paintBounds(QPainter& painter) const
{
    if (!m_values)
        return;
    const QRectF plot = m_pane->plotRect();
    const QColor ink = palette().color(QPalette::WindowText);
    const QFontMetricsF metrics(font());
    for (int side = 0; side < kSides; ++side) {
        painter.setPen(QPen(ink, side == 0 ? 2.0 : 1.4, side == 0 ? Qt::SolidLine : Qt::DashLine));
        const QuantizerRange& range = m_ranges[std::size_t(side)];
        for (const double bound : {range.low, range.high}) {
            const double x = m_pane->pixelX(bound);
            painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
            const QString label = QString::number(side + 1);
            painter.drawText(QPointF(x + 3, plot.top() + metrics.ascent() * (1 + side)), label);
        }
    }
}

std::optional<ThresholdChart::Bound> ThresholdChart::boundAt(double pixelX) const
{
    std::optional<Bound> nearest;
    double distance = kGrip;
    for (int side = 0; m_values && side < kSides; ++side)
        for (const bool isHigh : {false, true}) {
            const QuantizerRange& range = m_ranges[std::size_t(side)];
            const double away = std::abs(m_pane->pixelX(isHigh ? range.high : range.low) - pixelX);
            if (away >= distance)
                continue;
            distance = away;
            nearest = Bound{side, isHigh};
        }
    return nearest;
}

void ThresholdChart::moveBound(const Bound& bound, double value)
{
    QuantizerRange range = m_ranges[std::size_t(bound.side)];
    const double least = m_values->width(); // a range narrower than a bin says nothing
    if (bound.isHigh)
        range.high = std::max(value, range.low + least);
    else
        range.low = std::min(value, range.high - least);
    setRange(bound.side, range);
}

bool ThresholdChart::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_pane && event->type() == QEvent::KeyPress && m_values) {
        const auto* key = static_cast<const QKeyEvent*>(event);
        if (key->key() == Qt::Key_Left || key->key() == Qt::Key_Right) {
            const Bound bound{0, !key->modifiers().testFlag(Qt::ShiftModifier)};
            const double old = bound.isHigh ? m_ranges[0].high : m_ranges[0].low;
            moveBound(bound, old + (key->key() == Qt::Key_Right ? 1.0 : -1.0) * m_values->width());
            return true;
        }
    }
    if (watched != m_pane->viewport() || !m_values)
        return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::MouseButtonPress)
        m_dragged = boundAt(static_cast<const QMouseEvent*>(event)->position().x());
    if (event->type() == QEvent::MouseMove) {
        const double x = static_cast<const QMouseEvent*>(event)->position().x();
        if (m_dragged)
            moveBound(*m_dragged, m_pane->plottedX(x));
        m_pane->viewport()->setCursor(m_dragged || boundAt(x) ? Qt::SplitHCursor : Qt::ArrowCursor);
    }
    const bool isTaken = m_dragged.has_value()
                         && (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseMove
                             || event->type() == QEvent::MouseButtonRelease);
    if (event->type() == QEvent::MouseButtonRelease)
        m_dragged.reset();
    return isTaken || QWidget::eventFilter(watched, event);
}

} // namespace ql::widgets
