// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph_view/graph_legend.h"

#include "widgets/graph_view/graph_marks.h"
#include "widgets/style/color_scale.h"

#include <QEvent>
#include <QPainter>

namespace ql::widgets {

namespace {

constexpr int kScaleWidth = 90;
constexpr int kLegendGap = 6;
constexpr int kSampleWidth = 24; ///< of the dashed box
constexpr int kMarkWidth = 12;

} // namespace

GraphLegend::GraphLegend(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setContent({}, {}, {});
}

void GraphLegend::setContent(const QString& title, const std::array<QString, 2>& ends, const Signs& signs)
{
    m_title = title;
    m_ends = ends;
    m_signs = signs;
    setVisible(!title.isEmpty());
    updateGeometry();
    update();
}

QSize GraphLegend::sizeHint() const
{
    const auto widthOf = [this](const QString& words) { return fontMetrics().horizontalAdvance(words) + kLegendGap; };
    const int scale =
        widthOf(m_title) + kLegendGap + widthOf(m_ends[0]) + kScaleWidth + kLegendGap + widthOf(m_ends[1]);
    const int alone = m_signs.hasUnmatched ? 2 * kLegendGap + kSampleWidth + widthOf(tr("only in one model")) : 0;
    const int origin = m_signs.hasOrigin ? 2 * kLegendGap + kMarkWidth + widthOf(originWords()) : 0;
    const int trial =
        m_signs.hasTrial ? 2 * kLegendGap + kSampleWidth + widthOf(tr("after the trial, right edge before it")) : 0;
    const int findings = m_signs.hasFindings ? 2 * kLegendGap + kMarkWidth + widthOf(tr("check: below the box")) : 0;
    const int shared = m_signs.hasShared ? 2 * kLegendGap + kMarkWidth + widthOf(tr("used more than once")) : 0;
    return {scale + alone + origin + findings + shared + trial, fontMetrics().height() + 2};
}

QString GraphLegend::originWords() const
{
    return m_signs.isOriginMeasured ? tr("the error starts here") : tr("the error may start here");
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
    write(m_ends[0], muted);
    const QColor base = palette().color(QPalette::Base);
    for (int step = 0; step < kScaleWidth; ++step)
        painter.fillRect(QRect(left + step, 3, 1, height() - 6), glowColor(double(step) / (kScaleWidth - 1), base));
    painter.setPen(muted);
    painter.drawRect(QRectF(left - 0.5, 2.5, kScaleWidth, height() - 5));
    left += kScaleWidth + kLegendGap;
    write(m_ends[1], muted);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_signs.hasUnmatched) {
        left += kLegendGap;
        painter.setPen(QPen(ink, 1.4, Qt::DashLine));
        painter.drawRoundedRect(QRectF(left + 1, 2.5, kSampleWidth - 2, height() - 5), 3, 3);
        left += kSampleWidth + kLegendGap;
        write(tr("only in one model"), muted);
    }
    if (m_signs.hasOrigin) {
        left += kLegendGap;
        paintOriginMark(painter, QPointF(left + kMarkWidth / 2.0, height() / 2.0), kMarkWidth, m_signs.isOriginMeasured,
                        palette().color(QPalette::Window));
        left += kMarkWidth + kLegendGap;
        write(originWords(), muted);
    }
    if (m_signs.hasFindings) {
        left += kLegendGap;
        paintAdviceMark(painter, QPointF(left + kMarkWidth / 2.0, height() / 2.0), results::Severity::Warning, ink,
                        palette().color(QPalette::Window));
        left += kMarkWidth + kLegendGap;
        write(tr("check: below the box"), muted);
    }
    if (m_signs.hasShared) {
        left += kLegendGap;
        paintSharedMark(painter, QPointF(left + kMarkWidth / 2.0, height() / 2.0), kMarkWidth - 1.0, ink,
                        palette().color(QPalette::Window));
        left += kMarkWidth + kLegendGap;
        write(tr("used more than once"), muted);
    }
    if (m_signs.hasTrial) {
        left += kLegendGap;
        painter.fillRect(QRectF(left, 2.5, kSampleWidth, height() - 5), glowColor(0.1, base));
        painter.fillRect(QRectF(left + kSampleWidth * 0.75, 2.5, kSampleWidth * 0.25, height() - 5),
                         glowColor(0.9, base));
        left += kSampleWidth + kLegendGap;
        write(tr("after the trial, right edge before it"), muted);
    }
}

} // namespace ql::widgets
