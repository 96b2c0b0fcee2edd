// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph_view/graph_legend.h"

#include "widgets/graph_view/graph_marks.h"
#include "widgets/style/color_scale.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>

namespace ql::widgets {

namespace {

constexpr int kScaleWidth = 90;
constexpr int kLegendGap = 6;
constexpr int kEntryGap = 18;
constexpr int kLegendMargin = 8;
constexpr int kSampleWidth = 24; ///< of the dashed box
constexpr int kMarkWidth = 12;

} // namespace

GraphLegend::GraphLegend(QWidget* parent)
    : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
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
    int width = 0;
    for (const Entry& entry : entries())
        width += (width > 0 ? kEntryGap : 2 * kLegendMargin) + widthOf(entry);
    return {width, fontMetrics().height() + 2};
}

QSize GraphLegend::minimumSizeHint() const
{
    int width = 0;
    for (const Entry& entry : entries())
        width = std::max(width, widthOf(entry) + 2 * kLegendMargin);
    return {width, fontMetrics().height() + 2};
}

int GraphLegend::heightForWidth(int width) const
{
    return place(entries(), width, nullptr);
}

int GraphLegend::widthOf(const Entry& entry) const
{
    return entry.signWidth + kLegendGap + fontMetrics().horizontalAdvance(entry.words);
}

int GraphLegend::place(const QList<Entry>& all, int width, QList<QPoint>* places) const
{
    const int line = fontMetrics().height() + 2;
    QPoint next(kLegendMargin, 0);
    for (const Entry& entry : all) {
        const int wanted = widthOf(entry);
        if (next.x() > kLegendMargin && next.x() + wanted + kLegendMargin > width)
            next = QPoint(kLegendMargin, next.y() + line);
        if (places)
            places->append(next);
        next.rx() += wanted + kEntryGap;
    }
    return next.y() + line;
}

/// The scale, and whatever stands beside it in this picture.
QList<GraphLegend::Entry> GraphLegend::entries() const
{
    const auto scaleWidth = fontMetrics().horizontalAdvance(m_title) + fontMetrics().horizontalAdvance(m_ends[0])
                            + 3 * kLegendGap + kScaleWidth;
    QList<Entry> all{{scaleWidth, [this](QPainter& painter, const QRectF& at) { paintScale(painter, at); }, m_ends[1]}};
    if (m_signs.hasUnmatched)
        all.append({kSampleWidth,
                    [ink = palette().color(QPalette::WindowText)](QPainter& painter, const QRectF& at) {
                        painter.setPen(QPen(ink, 1.4, Qt::DashLine));
                        painter.drawRoundedRect(at.adjusted(1, 2.5, -1, -2.5), 3, 3);
                    },
                    tr("only in one model")});
    all += markEntries();
    if (m_signs.hasTrial)
        all.append({kSampleWidth,
                    [](QPainter& painter, const QRectF& at) {
                        const QRectF box = at.adjusted(0, 2.5, 0, -2.5);
                        painter.fillRect(box, cividis(0.1));
                        painter.fillRect(box.adjusted(box.width() * 0.75, 0, 0, 0), cividis(0.9));
                    },
                    tr("after the trial, right edge before it")});
    return all;
}

/// What is drawn at the edge of boxes.
QList<GraphLegend::Entry> GraphLegend::markEntries() const
{
    const QColor ink = palette().color(QPalette::WindowText);
    const QColor window = palette().color(QPalette::Window);
    QList<Entry> marks;
    if (m_signs.hasOrigin)
        marks.append({kMarkWidth,
                      [window, isMeasured = m_signs.isOriginMeasured](QPainter& painter, const QRectF& at) {
                          paintOriginMark(painter, at.center(), kMarkWidth, isMeasured, window);
                      },
                      m_signs.isOriginMeasured ? tr("the error starts here") : tr("the error may start here")});
    if (m_signs.hasFindings)
        marks.append({kMarkWidth,
                      [ink, window](QPainter& painter, const QRectF& at) {
                          paintAdviceMark(painter, at.center(), results::Severity::Warning, ink, window);
                      },
                      tr("check: below the box")});
    if (m_signs.hasShared)
        marks.append({kMarkWidth,
                      [ink, window](QPainter& painter, const QRectF& at) {
                          paintSharedMark(painter, at.center(), kMarkWidth - 1.0, ink, window);
                      },
                      tr("used more than once")});
    return marks;
}

void GraphLegend::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::FontChange)
        updateGeometry();
    QWidget::changeEvent(event);
}

/// The title, what the low end means, and the colours.
void GraphLegend::paintScale(QPainter& painter, const QRectF& at) const
{
    const QColor ink = palette().color(QPalette::WindowText);
    const QColor muted = mutedColor(ink, palette().color(QPalette::Window));
    painter.setPen(ink);
    painter.drawText(at, Qt::AlignVCenter | Qt::AlignLeft, m_title);
    const double left = at.right() - kScaleWidth;
    painter.setPen(muted);
    painter.drawText(QRectF(at.left(), at.top(), left - kLegendGap - at.left(), at.height()),
                     Qt::AlignVCenter | Qt::AlignRight, m_ends[0]);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (int step = 0; step < kScaleWidth; ++step)
        painter.fillRect(QRectF(left + step, at.top() + 3, 1, at.height() - 6),
                         cividis(double(step) / (kScaleWidth - 1)));
    painter.drawRect(QRectF(left - 0.5, at.top() + 2.5, kScaleWidth, at.height() - 5));
}

void GraphLegend::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    const QColor muted = mutedColor(palette().color(QPalette::WindowText), palette().color(QPalette::Window));
    const QList<Entry> all = entries();
    QList<QPoint> places;
    place(all, width(), &places);
    const int line = fontMetrics().height() + 2;
    for (int i = 0; i < int(all.size()); ++i) {
        const Entry& entry = all.at(i);
        painter.setRenderHint(QPainter::Antialiasing);
        entry.paintSign(painter, QRectF(places.at(i), QSizeF(entry.signWidth, line)));
        painter.setPen(muted);
        painter.drawText(QRectF(places.at(i).x() + entry.signWidth + kLegendGap, places.at(i).y(),
                                widthOf(entry) - entry.signWidth, line),
                         Qt::AlignVCenter | Qt::AlignLeft, entry.words);
    }
}

} // namespace ql::widgets
