// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/support/metric_bar_delegate.h"

#include "widgets/models/table_roles.h"
#include "widgets/style/color_scale.h"

#include <QPainter>

#include <algorithm>

namespace ql::widgets {

namespace {
constexpr double kBarShare = 0.42; ///< of the cell's width
constexpr double kLeastBar = 2.0;
constexpr int kMargin = 4;
} // namespace

void MetricBarDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    const QVariant badness = index.data(BadnessRole);
    if (!badness.isValid())
        return;
    const QRectF cell(option.rect);
    const double height = std::min(10.0, cell.height() - 2 * kMargin);
    const double width = std::max(kLeastBar, badness.toDouble() * (cell.width() * kBarShare - kMargin));
    QColor outline = option.palette.color(QPalette::Text);
    outline.setAlphaF(0.35F);
    painter->save();
    painter->setPen(QPen(outline, 1));
    painter->setBrush(cividis(badness.toDouble()));
    painter->drawRect(QRectF(cell.left() + kMargin + 0.5, cell.center().y() - height / 2 + 0.5, width, height));
    painter->restore();
}

void MetricBarDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    // A name differs at both ends, a sentence says most at its beginning.
    option->textElideMode = index.data(ElidesMiddleRole).toBool() ? Qt::ElideMiddle : Qt::ElideRight;
}

} // namespace ql::widgets
