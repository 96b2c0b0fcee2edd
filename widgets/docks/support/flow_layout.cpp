// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/support/flow_layout.h"

#include <algorithm>

namespace ql::widgets {

namespace {

int heightOf(const QList<QLayoutItem*>& line)
{
    int height = 0;
    for (const QLayoutItem* item : line)
        height = std::max(height, item->sizeHint().height());
    return height;
}

bool mayExpand(const QLayoutItem* item)
{
    return item->expandingDirections().testFlag(Qt::Horizontal);
}

} // namespace

FlowLayout::FlowLayout(QWidget* parent)
    : QLayout(parent)
{
}

FlowLayout::~FlowLayout()
{
    qDeleteAll(m_items);
}

QLayoutItem* FlowLayout::takeAt(int index)
{
    return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr;
}

QList<FlowLayout::Line> FlowLayout::linesWithin(int width) const
{
    QList<Line> lines;
    int used = 0;
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty())
            continue;
        const int wanted = item->sizeHint().width();
        if (lines.isEmpty() || used + spacing() + wanted > width) {
            lines.append(Line());
            used = wanted;
        } else {
            used += spacing() + wanted;
        }
        lines.back().append(item);
    }
    return lines;
}

QSize FlowLayout::withMargins(const QSize& size) const
{
    return size.grownBy(contentsMargins());
}

int FlowLayout::heightForWidth(int width) const
{
    const QMargins margins = contentsMargins();
    int height = 0;
    for (const Line& line : linesWithin(width - margins.left() - margins.right()))
        height += (height > 0 ? spacing() : 0) + heightOf(line);
    return height + margins.top() + margins.bottom();
}

QSize FlowLayout::sizeHint() const
{
    int width = 0;
    for (const QLayoutItem* item : m_items)
        if (!item->isEmpty())
            width += (width > 0 ? spacing() : 0) + item->sizeHint().width();
    return withMargins(QSize(width, heightOf(m_items)));
}

QSize FlowLayout::minimumSize() const
{
    QSize least;
    for (const QLayoutItem* item : m_items)
        if (!item->isEmpty())
            least = least.expandedTo(item->minimumSize());
    return withMargins(least);
}

void FlowLayout::setGeometry(const QRect& place)
{
    QLayout::setGeometry(place);
    QRect left = place.marginsRemoved(contentsMargins());
    for (const Line& line : linesWithin(left.width())) {
        const int height = heightOf(line);
        placeLine(line, QRect(left.topLeft(), QSize(left.width(), height)));
        left.setTop(left.top() + height + spacing());
    }
}

void FlowLayout::placeLine(const Line& line, const QRect& place) const
{
    int rest = place.width() - spacing() * (int(line.size()) - 1);
    for (const QLayoutItem* item : line)
        rest -= item->sizeHint().width();
    const int growing = int(std::ranges::count_if(line, mayExpand));
    int x = place.left();
    for (QLayoutItem* item : line) {
        const QSize wanted = item->sizeHint();
        const int more = mayExpand(item) ? rest / growing : 0;
        const int width = std::min(wanted.width() + more, place.width());
        item->setGeometry(QRect(x, place.top() + (place.height() - wanted.height()) / 2, width, wanted.height()));
        x += width + spacing();
    }
}

} // namespace ql::widgets
