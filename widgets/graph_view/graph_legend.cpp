// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph_view/graph_legend.h"

#include "widgets/models/color_scale.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

namespace ql::widgets {

namespace {

constexpr int kScaleWidth = 120;
constexpr double kMargin = 8.0;
constexpr double kPadding = 6.0;
constexpr double kSampleWidth = 22.0; ///< of the dashed box

/// Gives this file's words their context.
struct Words {
    Q_DECLARE_TR_FUNCTIONS(GraphLegend)
};

} // namespace

void paintGraphLegend(QPainter& painter, const GraphLook& look, const QString& title, const QSize& canvas)
{
    if (title.isEmpty())
        return;
    const QFontMetricsF metrics(look.font);
    const QColor ink = look.palette.color(QPalette::Text);
    const QColor base = look.palette.color(QPalette::Base);
    const bool hasUnmatched = std::ranges::find(look.isUnmatched, true) != look.isUnmatched.end();
    const QString good = Words::tr("harmless");
    const QString bad = Words::tr("bad");
    const QString alone = Words::tr("only in one model");
    const double line = metrics.height();
    const double goodWidth = metrics.horizontalAdvance(good) + kPadding;
    const double badWidth = metrics.horizontalAdvance(bad) + kPadding;
    const double aloneWidth = hasUnmatched ? kSampleWidth + kPadding + metrics.horizontalAdvance(alone) : 0.0;
    const double width =
        std::max({goodWidth + kScaleWidth + badWidth, metrics.horizontalAdvance(title), aloneWidth}) + 2 * kPadding;
    const double height = (hasUnmatched ? 3 : 2) * (line + 2) + 2 * kPadding;
    const QRectF box(kMargin, canvas.height() - height - kMargin, width, height);
    QColor behind = base;
    behind.setAlphaF(0.9F);
    painter.save();
    painter.setFont(look.font);
    painter.setPen(mutedColor(ink, base, 0.6));
    painter.setBrush(behind);
    painter.drawRect(box);
    painter.setPen(ink);
    QRectF row(box.left() + kPadding, box.top() + kPadding, width - 2 * kPadding, line);
    painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, title);
    row.translate(0, line + 2);
    painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, good);
    for (int step = 0; step < kScaleWidth; ++step)
        painter.fillRect(QRectF(row.left() + goodWidth + step, row.top() + 3, 1.5, line - 6),
                         cividis(double(step) / (kScaleWidth - 1)));
    painter.drawText(row.adjusted(goodWidth + kScaleWidth + kPadding, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, bad);
    if (hasUnmatched) {
        row.translate(0, line + 2);
        painter.drawText(row.adjusted(kSampleWidth + kPadding, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, alone);
        painter.setPen(QPen(ink, 1.6, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(row.left() + 1, row.top() + 2, kSampleWidth - 2, line - 4), 3, 3);
    }
    painter.restore();
}

} // namespace ql::widgets
