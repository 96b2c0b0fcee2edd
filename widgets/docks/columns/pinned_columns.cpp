// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/columns/pinned_columns.h"

#include <QEvent>
#include <QHeaderView>
#include <QScrollBar>

#include <algorithm>

namespace ql::widgets {

namespace {
constexpr int kWidestPart = 3; ///< no column takes more of the table's width than one of so many parts
} // namespace

PinnedColumns::PinnedColumns(QTableView& table)
    : QTableView(&table)
    , m_table(table)
{
    setModel(table.model());
    setSelectionModel(table.selectionModel());
    setItemDelegate(table.itemDelegate());
    setFocusPolicy(Qt::NoFocus); // keys are the table's
    setFrameShape(QFrame::NoFrame);
    setSelectionBehavior(table.selectionBehavior());
    setAlternatingRowColors(table.alternatingRowColors());
    setShowGrid(table.showGrid());
    setWordWrap(false);
    setTextElideMode(table.textElideMode());
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(table.verticalScrollMode());
    setContextMenuPolicy(Qt::CustomContextMenu);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(table.verticalHeader()->defaultSectionSize());
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setSectionsClickable(true);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSortIndicatorShown(true);
    QHeaderView* header = table.horizontalHeader();
    connect(horizontalHeader(), &QHeaderView::sectionClicked, this, &PinnedColumns::sortBy);
    connect(header, &QHeaderView::sortIndicatorChanged, horizontalHeader(), &QHeaderView::setSortIndicator);
    connect(header, &QHeaderView::sectionResized, this, &PinnedColumns::follow);
    connect(header, &QHeaderView::sectionMoved, this, &PinnedColumns::follow);
    connect(table.horizontalScrollBar(), &QScrollBar::valueChanged, this, &PinnedColumns::follow);
    connect(table.verticalScrollBar(), &QScrollBar::valueChanged, verticalScrollBar(), &QScrollBar::setValue);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, table.verticalScrollBar(), &QScrollBar::setValue);
    connect(this, &QWidget::customContextMenuRequested, this,
            [this](const QPoint& place) { Q_EMIT menuRequested(indexAt(place), viewport()->mapToGlobal(place)); });
    table.viewport()->installEventFilter(this);
    hide();
}

void PinnedColumns::setColumns(const QList<int>& columns)
{
    m_columns = columns;
    for (int column = 0; column < model()->columnCount(); ++column)
        setColumnHidden(column, !columns.contains(column));
    follow();
}

/// Whether one of them stands left of where it stands here.
bool PinnedColumns::isScrolledAway() const
{
    int place = 0;
    for (const int column : m_columns) {
        if (m_table.isColumnHidden(column))
            continue;
        if (m_table.columnViewportPosition(column) < place)
            return true;
        place += widthOf(column);
    }
    return false;
}

int PinnedColumns::widthOf(int column) const
{
    return std::min(m_table.columnWidth(column), m_table.viewport()->width() / kWidestPart);
}

void PinnedColumns::follow()
{
    if (!isScrolledAway())
        return hide();
    int width = 0;
    for (const int column : m_columns) {
        setColumnHidden(column, m_table.isColumnHidden(column));
        if (m_table.isColumnHidden(column))
            continue;
        setColumnWidth(column, widthOf(column));
        width += widthOf(column);
    }
    const QRect cells = m_table.viewport()->geometry();
    const int header = m_table.horizontalHeader()->height();
    horizontalHeader()->setFixedHeight(header);
    setGeometry(cells.left(), cells.top() - header, width + 1, cells.height() + header);
    show();
    raise();
    verticalScrollBar()->setValue(m_table.verticalScrollBar()->value());
}

void PinnedColumns::sortBy(int column)
{
    const QHeaderView& header = *m_table.horizontalHeader();
    const bool isTurned = header.sortIndicatorSection() == column && header.sortIndicatorOrder() == Qt::AscendingOrder;
    m_table.sortByColumn(column, isTurned ? Qt::DescendingOrder : Qt::AscendingOrder);
}

bool PinnedColumns::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && watched == m_table.viewport())
        follow();
    return QTableView::eventFilter(watched, event);
}

} // namespace ql::widgets
