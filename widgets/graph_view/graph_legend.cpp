// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph_view/graph_legend.h"

#include "widgets/style/color_scale.h"

#include <QEvent>
#include <QPainter>

namespace ql::widgets {

namespace {

constexpr int kScaleWidth = 90;
constexpr int kLegendGap = 6;
constexpr int kSampleWidth = 24; ///< of the dashed box

} // namespace

GraphLegend::GraphLegend(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setContent({}, false);
}

void GraphLegend::setContent(const QString& title, bool hasUnmatched)
{
    m_title = title;
    m_hasUnmatched = hasUnmatched;
    setVisible(!title.isEmpty());
    updateGeometry();
    update();
}

QSize GraphLegend::sizeHint() const
{
    const auto widthOf = [this](const QString& words) { return fontMetrics().horizontalAdvance(words) + kLegendGap; };
    const int scale =
        widthOf(m_title) + kLegendGap + widthOf(tr("harmless")) + kScaleWidth + kLegendGap + widthOf(tr("bad"));
    const int alone = m_hasUnmatched ? 2 * kLegendGap + kSampleWidth + widthOf(tr("only in one model")) : 0;
    return {scale + alone, fontMetrics().height() + 2};
}

void GraphLegend::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::FontChange)
        updateGeometry();
    QWidget::changeEvent(event);
}

void GraphLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QColor ink = palette().color(QPalette::WindowText);
    int left = 0;
    const auto write = [&](const QString& words, const QColor& color) {
        const int width = fontMetrics().horizontalAdvance(words);
        painter.setPen(color);
        painter.drawText(QRect(left, 0, width, height()), Qt::AlignVCenter | Qt::AlignLeft, words);
        left += width + kLegendGap;
    };
    write(m_title, ink);
    left += kLegendGap;
    const QColor muted = mutedColor(ink, palette().color(QPalette::Window));
    write(tr("harmless"), muted);
    for (int step = 0; step < kScaleWidth; ++step)
        painter.fillRect(QRect(left + step, 3, 1, height() - 6), cividis(double(step) / (kScaleWidth - 1)));
    left += kScaleWidth + kLegendGap;
    write(tr("bad"), muted);
    if (!m_hasUnmatched)
        return;
    left += kLegendGap;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(ink, 1.4, Qt::DashLine));
    painter.drawRoundedRect(QRectF(left + 1, 2.5, kSampleWidth - 2, height() - 5), 3, 3);
    left += kSampleWidth + kLegendGap;
    write(tr("only in one model"), muted);
}

} // namespace ql::widgets
