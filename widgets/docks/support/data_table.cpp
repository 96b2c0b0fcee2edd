// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/support/data_table.h"

#include "core/report/table/csv.h"
#include "widgets/models/table_roles.h"
#include "widgets/style/color_scale.h"
#include "widgets/text/display_text.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTimer>

#include <algorithm>
#include <unordered_set>

namespace ql::widgets {

namespace {

constexpr int kRowPadding = 8;
constexpr double kBarShare = 0.42; ///< of the cell's width
constexpr double kLeastBar = 2.0;
constexpr int kMargin = 4;
constexpr int kWidestTitle = 23; ///< average characters

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
        QColor outline = option.palette.color(QPalette::Text);
        outline.setAlphaF(0.35F);
        painter->save();
        painter->setPen(QPen(outline, 1));
        painter->setBrush(cividis(badness.toDouble()));
        painter->drawRect(metricBar(option.rect,
                                    option.fontMetrics.horizontalAdvance(alignedNumber(index.data().toString())),
                                    badness.toDouble()));
        painter->restore();
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        if (index.data(BadnessRole).isValid() || index.data(SortRole).typeId() == QMetaType::Double)
            option->text = alignedNumber(option->text);
        // A name differs at both ends, a sentence says most at its beginning.
        option->textElideMode = index.data(ElidesMiddleRole).toBool() ? Qt::ElideMiddle : Qt::ElideRight;
    }
};

} // namespace

QRectF metricBar(const QRectF& cell, int textWidth, double badness)
{
    const double height = std::min(10.0, cell.height() - 2 * kMargin);
    const double room = cell.width() - textWidth - 3 * kMargin;
    const double most = std::min(cell.width() * kBarShare - kMargin, room);
    if (most < kLeastBar) // below the digits
        return {cell.left() + kMargin + 0.5, cell.bottom() - kLeastBar - 0.5,
                std::max(kLeastBar, badness * (cell.width() - 2 * kMargin)), 1.0};
    return {cell.left() + kMargin + 0.5, cell.center().y() - height / 2 + 0.5, std::max(kLeastBar, badness * most),
            height};
}

DataTable::DataTable(QAbstractItemModel& model, QWidget* parent)
    : QTableView(parent)
{
    setModel(&model);
    m_columns = new FittedColumns(*this);
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
    horizontalHeader()->setTextElideMode(Qt::ElideRight);
}

void DataTable::setColumnWidths(const QList<int>& characters)
{
    const int character = fontMetrics().averageCharWidth();
    QList<int> widths;
    for (int column = 0; column < int(characters.size()); ++column) {
        const int asked = characters.at(column) * character + 2 * kRowPadding;
        // A title is read whole, unless it is much longer than what stands below it.
        const int title = horizontalHeader()->sectionSizeHint(column);
        widths.append(std::max(asked, std::min(title, kWidestTitle * character)));
    }
    m_columns->setWidths(widths);
}

void DataTable::wrapRows()
{
    setWordWrap(true);
    verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    auto* soon = new QTimer(this);
    soon->setSingleShot(true);
    soon->setInterval(0);
    connect(soon, &QTimer::timeout, this, &QTableView::resizeRowsToContents);
    connect(horizontalHeader(), &QHeaderView::sectionResized, soon, qOverload<>(&QTimer::start));
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
    addLine([this](int column) { return model()->headerData(column, Qt::Horizontal, ExactTextRole).toString(); });
    for (const QModelIndex& row : rows)
        addLine([&row](int column) { return row.siblingAtColumn(column).data(ExactTextRole).toString(); });
    return text;
}

void DataTable::updateGeometries()
{
    QTableView::updateGeometries();
    if (m_columns) // not while it is made
        m_columns->fit();
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
    std::unordered_set<std::string> known;
    for (const QModelIndex& row : sortedSelection())
        if (auto name = row.data(LayerNameRole).toString().toStdString(); !name.empty() && known.insert(name).second)
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
