// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/support/data_table.h"

#include "widgets/docks/support/csv_export.h"
#include "widgets/docks/support/metric_bar_delegate.h"
#include "widgets/models/table_roles.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>

#include <algorithm>

namespace ql::widgets {

namespace {

constexpr int kRowPadding = 8;

} // namespace

DataTable::DataTable(QAbstractItemModel& model, QWidget* parent)
    : QTableView(parent)
{
    setModel(&model);
    setItemDelegate(new MetricBarDelegate(this));
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setAlternatingRowColors(true);
    setShowGrid(false);
    setWordWrap(false);
    setCornerButtonEnabled(false);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setSortingEnabled(true);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + kRowPadding);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setSectionsMovable(true);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setStretchLastSection(true);
}

void DataTable::setColumnWidths(const QList<int>& characters)
{
    const int character = fontMetrics().averageCharWidth();
    for (int column = 0; column < int(characters.size()); ++column)
        setColumnWidth(column, characters.at(column) * character + 2 * kRowPadding);
}

QString DataTable::rowsText(const QModelIndexList& rows, QChar separator) const
{
    QList<int> columns;
    for (int place = 0; place < model()->columnCount(); ++place)
        if (const int column = horizontalHeader()->logicalIndex(place); !isColumnHidden(column))
            columns.append(column);
    QString text;
    const auto addLine = [&](const auto& cellOf) {
        QStringList line;
        for (const int column : columns)
            line.append(cellOf(column));
        text += tableLine(line, separator);
    };
    addLine([this](int column) { return model()->headerData(column, Qt::Horizontal).toString(); });
    for (const QModelIndex& row : rows)
        addLine([&row](int column) { return row.siblingAtColumn(column).data(ExactTextRole).toString(); });
    return text;
}

QString DataTable::selectionText() const
{
    QModelIndexList rows = selectionModel()->selectedRows();
    std::ranges::sort(rows, {}, &QModelIndex::row);
    if (rows.isEmpty())
        for (int row = 0; row < model()->rowCount(); ++row)
            rows.append(model()->index(row, 0));
    return rowsText(rows, u'\t');
}

QString DataTable::csvText() const
{
    QModelIndexList rows;
    for (int row = 0; row < model()->rowCount(); ++row)
        rows.append(model()->index(row, 0));
    return rowsText(rows, u',');
}

void DataTable::copySelection() const
{
    QGuiApplication::clipboard()->setText(selectionText());
}

void DataTable::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu;
    const QModelIndex index = indexAt(event->pos());
    if (fillMenu) {
        fillMenu(menu, index);
        menu.addSeparator();
    }
    menu.addAction(tr("Copy rows"), this, &DataTable::copySelection)->setShortcut(QKeySequence::Copy);
    QAction* copyCell = menu.addAction(tr("Copy cell"), this, [index] {
        QGuiApplication::clipboard()->setText(index.data(ExactTextRole).toString());
    });
    copyCell->setEnabled(index.isValid());
    menu.exec(event->globalPos());
}

void DataTable::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        copySelection();
        event->accept();
        return;
    }
    QTableView::keyPressEvent(event);
}

void DataTable::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTableView::currentChanged(current, previous);
    if (current.row() != previous.row())
        Q_EMIT rowChosen(current);
}

} // namespace ql::widgets
