// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/docks/columns/fitted_columns.h"

#include <QTableView>

#include <functional>
#include <string>
#include <vector>

class QMenu;

namespace ql::widgets {

/// Where the bar of a metric cell stands: left of the digits, or as a line below them where there is no room for both.
/// @p badness 0 … 1 is its share of the greatest length.
QRectF metricBar(const QRectF& cell, int textWidth, double badness);

/// A table of results as every view shows it: whole rows, bars beside metrics, copying in full precision.
class DataTable : public QTableView {
    Q_OBJECT

public:
    explicit DataTable(QAbstractItemModel& model, QWidget* parent = nullptr);

    /// In average characters, by column.
    void setColumnWidths(const QList<int>& characters);
    /// That column takes what it needs of the room that the others leave, until the user gives it another width.
    void setStretchedColumn(int column) { m_columns->setStretched(column); }
    /// How they share the table's width.
    FittedColumns& columns() { return *m_columns; }
    /// Whether anybody left it out. A column for which there is no room is not hidden: it is copied and exported.
    bool isColumnHidden(int column) const { return m_columns->isLeftOut(column); }
    void setColumnHidden(int column, bool isHidden) { m_columns->leaveOut(column, isHidden); }
    /// Rows are as high as their texts need in the columns' widths. Only for few rows.
    void wrapRows();
    /// What is selected, or everything if nothing is: visible columns with titles, in full precision.
    QString selectionText() const;
    /// Every row that is shown, as RFC 4180 CSV.
    QString csvText() const;
    void copySelection() const;
    /// The layers of the selected rows, from top to bottom, each once.
    std::vector<std::string> selectedLayers() const;

    /// Adds the view's own lines to the context menu of a row, which may be invalid.
    std::function<void(QMenu& menu, const QModelIndex& index)> fillMenu;

Q_SIGNALS:
    /// The user chose another row; invalid for none.
    void rowChosen(const QModelIndex& index);
    /// The selected rows are others, by whoever's doing.
    void rowsSelected();

protected:
    /// Copying of rows, and of the cell at @p index, which may be invalid.
    void addCopyActions(QMenu& menu, const QModelIndex& index);
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void updateGeometries() override;
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;

private:
    FittedColumns* m_columns = nullptr;

    QModelIndexList sortedSelection() const;
    QString rowsText(const QModelIndexList& rows, QChar separator) const;
};

} // namespace ql::widgets
