// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/support/data_table.h"

#include "core/report/table/csv.h"
#include "widgets/models/table_roles.h"
#include "widgets/style/color_scale.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>

namespace ql::widgets {

namespace {

constexpr int kRowPadding = 8;
constexpr double kBarShare = 0.42; ///< of the cell's width
constexpr double kLeastBar = 2.0;
constexpr int kMargin = 4;

/// A line of a table: separated by commas and quoted where need be, or as it is by another separator.
QString tableLine(const QStringList& cells, QChar separator)
{
    std::vector<std::string> texts;
    for (const QString& cell : cells)
        texts.push_back(cell.toStdString());
    if (separator == u',')
        return QString::fromStdString(report::csvLine(texts));
    QStringList guarded;
    for (auto& text : texts)
        guarded.append(QString::fromStdString(report::guardedCell(std::move(text))));
    return guarded.join(separator) + u'\n';
}

/// Paints a bar beside a metric's number: the longer and the yellower, the worse. Other cells look as usual.
class MetricBarDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
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

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        // A name differs at both ends, a sentence says most at its beginning.
        option->textElideMode = index.data(ElidesMiddleRole).toBool() ? Qt::ElideMiddle : Qt::ElideRight;
    }
};

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

QModelIndexList DataTable::sortedSelection() const
{
    QModelIndexList rows = selectionModel()->selectedRows();
    std::ranges::sort(rows, {}, &QModelIndex::row);
    return rows;
}

std::vector<std::string> DataTable::selectedLayers() const
{
    std::vector<std::string> names;
    for (const QModelIndex& row : sortedSelection())
        if (auto name = row.data(LayerNameRole).toString().toStdString();
            !name.empty() && std::ranges::find(names, name) == names.end())
            names.push_back(std::move(name));
    return names;
}

QString DataTable::selectionText() const
{
    QModelIndexList rows = sortedSelection();
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
    addCopyActions(menu, index);
    menu.exec(event->globalPos());
}

void DataTable::addCopyActions(QMenu& menu, const QModelIndex& index)
{
    menu.addAction(tr("Copy rows"), this, &DataTable::copySelection)->setShortcut(QKeySequence::Copy);
    QAction* copyCell = menu.addAction(tr("Copy cell"), this, [index] {
        QGuiApplication::clipboard()->setText(index.data(ExactTextRole).toString());
    });
    copyCell->setEnabled(index.isValid());
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

void DataTable::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected)
{
    QTableView::selectionChanged(selected, deselected);
    Q_EMIT rowsSelected();
}

} // namespace ql::widgets
