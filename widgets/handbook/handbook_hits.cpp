// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/handbook/handbook_hits.h"

#include <QHeaderView>
#include <QSignalBlocker>
#include <QStyledItemDelegate>

#include <algorithm>

namespace ql::widgets {

namespace {

constexpr int kPadding = 6;

/// As high as a line of context is in the width that there is.
class WrappedLines : public QStyledItemDelegate {
public:
    explicit WrappedLines(QTreeView& view)
        : QStyledItemDelegate(&view)
        , m_view(view)
    {
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QSize size = QStyledItemDelegate::sizeHint(option, index);
        const int indent = index.parent().isValid() ? m_view.indentation() : 0;
        const QRect room(0, 0, std::max(1, m_view.viewport()->width() - indent - 2 * kPadding), 1);
        const QString text = index.data().toString();
        size.setHeight(
            std::max(size.height(), option.fontMetrics.boundingRect(room, Qt::TextWordWrap, text).height() + kPadding));
        return size;
    }

private:
    QTreeView& m_view;
};

} // namespace

HandbookHits::HandbookHits(QWidget* parent)
    : QTreeWidget(parent)
{
    header()->hide();
    setRootIsDecorated(false);
    setWordWrap(true);
    setItemDelegate(new WrappedLines(*this));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(this, &QTreeWidget::currentItemChanged, this, &HandbookHits::choose);
}

void HandbookHits::setHits(const QList<HandbookHit>& hits)
{
    const QSignalBlocker blocker(this);
    clear();
    m_hits = hits;
    m_lines.clear();
    m_place = -1;
    QFont bold = font();
    bold.setBold(true);
    QTreeWidgetItem* chapter = nullptr;
    for (const HandbookHit& hit : hits) {
        if (!chapter || chapter->text(0) != hit.chapter.title) {
            chapter = new QTreeWidgetItem(this, {hit.chapter.title});
            chapter->setFlags(Qt::ItemIsEnabled);
            chapter->setFont(0, bold);
        }
        auto* line = new QTreeWidgetItem(chapter, {hit.context});
        line->setToolTip(0, hit.context);
        m_lines.append(line);
    }
    expandAll();
}

void HandbookHits::step(bool isForward)
{
    const int count = int(m_hits.size());
    if (count == 0)
        return;
    const int next = m_place < 0 && !isForward ? count - 1 : (m_place + (isForward ? 1 : count - 1)) % count;
    if (m_lines[next] == currentItem())
        choose(currentItem());
    else
        setCurrentItem(m_lines[next]);
    scrollToItem(m_lines[next]);
}

void HandbookHits::standBefore(const QString& chapter)
{
    const auto found =
        std::ranges::find_if(m_hits, [&chapter](const HandbookHit& hit) { return hit.chapter.name == chapter; });
    m_place = found == m_hits.end() ? -1 : int(found - m_hits.begin()) - 1;
}

void HandbookHits::resizeEvent(QResizeEvent* event)
{
    QTreeWidget::resizeEvent(event);
    scheduleDelayedItemsLayout();
}

void HandbookHits::choose(QTreeWidgetItem* item)
{
    const auto place = m_lines.indexOf(item);
    if (place < 0)
        return;
    m_place = int(place);
    Q_EMIT chosen(m_hits[place]);
}

} // namespace ql::widgets
