// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_pane.h"

#include "widgets/style/color_scale.h"

#include <algorithm>

namespace ql::widgets {

namespace {
constexpr double kOverhang = 5.0; ///< markers on the edge of the plot are not cut
constexpr int kColorScaleWidth = 60;
constexpr double kSwatchRoom = 30.0; ///< of an entry of the legend, beside its words
} // namespace

void ChartPane::drawBackground(QPainter* painter, const QRectF&)
{
    if (m_emptyReason.isEmpty())
        paintAxes(*painter);
}

void ChartPane::drawForeground(QPainter* painter, const QRectF&)
{
    const QColor muted = mutedColor(palette().color(QPalette::WindowText), palette().color(QPalette::Window));
    if (!m_emptyReason.isEmpty()) {
        painter->setPen(muted);
        painter->drawText(QRectF(rect()).adjusted(12, 8, -12, -8), Qt::AlignCenter | Qt::TextWordWrap, m_emptyReason);
        return;
    }
    painter->save();
    painter->setClipRect(m_plot.adjusted(-kOverhang, -kOverhang, kOverhang, kOverhang));
    if (paintOverlay)
        paintOverlay(*painter);
    painter->restore();
    paintLegend(*painter);
    paintCrosshair(*painter);
}

void ChartPane::paintAxes(QPainter& painter) const
{
    const QColor ink = palette().color(QPalette::WindowText);
    const QColor muted = mutedColor(ink, palette().color(QPalette::Window));
    QColor grid = ink;
    grid.setAlphaF(0.12F);
    const QFontMetricsF metrics(font());
    const double line = metrics.height();
    painter.setRenderHint(QPainter::Antialiasing, false);
    const double widest = metrics.horizontalAdvance(nameX ? QStringLiteral("000") : QStringLiteral("−0.0000"));
    const int mostX = std::max(2, int(m_plot.width() / (widest + 16)));
    const int mostY = std::max(2, int(m_plot.height() / (line * 1.8)));
    for (const Tick& tick : roundTicks(m_y.low, m_y.high, mostY, m_y.scale, m_y.isWhole)) {
        const double y = pixelY(tick.at);
        painter.setPen(grid);
        painter.drawLine(QPointF(m_plot.left(), y), QPointF(m_plot.right(), y));
        painter.setPen(muted);
        painter.drawText(QRectF(0, y - line / 2, m_plot.left() - kTickLength - 2, line),
                         Qt::AlignRight | Qt::AlignVCenter, tick.label);
    }
    for (const Tick& tick : roundTicks(m_x.low, m_x.high, mostX, m_x.scale, m_x.isWhole)) {
        const double x = pixelX(tick.at);
        painter.setPen(grid);
        painter.drawLine(QPointF(x, m_plot.top()), QPointF(x, m_plot.bottom() + kTickLength));
        painter.setPen(muted);
        const QString label = nameX ? nameX(tick.at) : tick.label;
        const double textWidth = metrics.horizontalAdvance(label) + 2;
        const double textLeft = std::clamp(x - textWidth / 2, 0.0, std::max(0.0, width() - textWidth));
        painter.drawText(QRectF(textLeft, m_plot.bottom() + kTickLength, textWidth, line), Qt::AlignCenter, label);
    }
    painter.setPen(muted);
    painter.drawLine(m_plot.bottomLeft(), m_plot.bottomRight());
    const double room = legendLeft() - 3 * kMargin;
    painter.drawText(QRectF(kMargin, kMargin, room, line), Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(m_y.title, Qt::ElideRight, room));
    painter.drawText(QRectF(m_plot.left(), m_plot.bottom() + kTickLength + line, m_plot.width(), line),
                     Qt::AlignRight | Qt::AlignVCenter, m_x.title);
    painter.setRenderHint(QPainter::Antialiasing);
}

double ChartPane::legendLeft() const
{
    const QFontMetricsF metrics(font());
    double left = m_plot.right();
    for (const LegendEntry& entry : m_legend)
        left -= metrics.horizontalAdvance(entry.text) + kSwatchRoom;
    if (m_colorScale)
        left -= metrics.horizontalAdvance(m_colorScale->low + m_colorScale->high) + kColorScaleWidth + 8;
    return left + kSwatchRoom / 2;
}

void ChartPane::paintLegend(QPainter& painter) const
{
    const QFontMetricsF metrics(font());
    double right = m_plot.right();
    for (auto entry = m_legend.crbegin(); entry != m_legend.crend(); ++entry) {
        const double textWidth = metrics.horizontalAdvance(entry->text);
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(QRectF(right - textWidth, kMargin, textWidth + 1, metrics.height()), Qt::AlignVCenter,
                         entry->text);
        const QRectF swatch(right - textWidth - 15, kMargin + metrics.height() / 2 - 5, 10, 10);
        QColor fill = entry->color;
        fill.setAlphaF(0.35F);
        painter.setPen(QPen(entry->color, 1.4));
        painter.setBrush(fill);
        painter.drawRect(swatch);
        painter.setBrush(Qt::NoBrush);
        right -= textWidth + kSwatchRoom;
    }
    if (m_colorScale)
        paintColorScale(painter, right);
}

void ChartPane::paintColorScale(QPainter& painter, double right) const
{
    const QFontMetricsF metrics(font());
    painter.setPen(palette().color(QPalette::WindowText));
    const auto write = [&](const QString& text) {
        const double textWidth = metrics.horizontalAdvance(text);
        painter.drawText(QRectF(right - textWidth, kMargin, textWidth + 1, metrics.height()), Qt::AlignVCenter, text);
        right -= textWidth + 4;
    };
    write(m_colorScale->high);
    const QRectF bar(right - kColorScaleWidth, kMargin + metrics.height() / 2 - 5, kColorScaleWidth, 10);
    for (int i = 0; i < kColorScaleWidth; ++i)
        painter.fillRect(QRectF(bar.left() + i, bar.top(), 1, bar.height()),
                         m_colorScale->color((i + 0.5) / kColorScaleWidth));
    right = bar.left() - 4;
    write(m_colorScale->low);
}

void ChartPane::paintCrosshair(QPainter& painter) const
{
    if (!m_cursor || m_isDragging || !m_plot.contains(*m_cursor))
        return;
    QColor line = palette().color(QPalette::WindowText);
    line.setAlphaF(0.5F);
    painter.setPen(QPen(line, 1, Qt::DotLine));
    painter.drawLine(QPointF(m_cursor->x(), m_plot.top()), QPointF(m_cursor->x(), m_plot.bottom()));
    painter.drawLine(QPointF(m_plot.left(), m_cursor->y()), QPointF(m_plot.right(), m_cursor->y()));
    const QString words = wordsAtCursor();
    if (words.isEmpty())
        return;
    const QRectF room(0, 0, std::clamp(m_plot.width() - 16, 100.0, 400.0), 300);
    const QRectF text = QFontMetricsF(font()).boundingRect(room, Qt::AlignLeft | Qt::TextWordWrap, words);
    QRectF box(0, 0, text.width() + 14, text.height() + 8);
    const bool fitsRight = m_cursor->x() + 10 + box.width() <= m_plot.right();
    box.moveTo(fitsRight ? m_cursor->x() + 10 : std::max(m_plot.left(), m_cursor->x() - 10 - box.width()),
               m_plot.top() + 4);
    painter.setPen(line);
    painter.setBrush(palette().color(QPalette::ToolTipBase));
    painter.drawRoundedRect(box, 3, 3);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(palette().color(QPalette::ToolTipText));
    painter.drawText(box.adjusted(7, 4, -6, -4), Qt::AlignLeft | Qt::TextWordWrap, words);
}

} // namespace ql::widgets
