// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/layer_columns.h"

#include <QTableView>

#include <string>
#include <vector>

class QMenu;

namespace ql::widgets {

class LayerFilterProxy;
class LayerTableModel;
class Workbench;

/// The table of layers: one row each, sortable by any column, whose columns can be hidden, moved and remembered.
/// Follows and drives the shared selection.
class LayersTable : public QTableView {
    Q_OBJECT

public:
    LayersTable(Workbench& workbench, LayerTableModel& layers, LayerFilterProxy& proxy, QWidget* parent = nullptr);

    void showPreset(ColumnPreset preset);
    /// The essential columns in their first order and width.
    void restoreDefaultColumns();
    /// Worst first by the metric that the toolbar shows.
    void sortByMetric();
    /// Fills @p menu with presets and one check box per column.
    void fillColumnMenu(QMenu& menu);
    /// What is selected, or everything if nothing is: the visible columns with titles, in full precision.
    QString selectionText() const;
    /// Every row that the filter lets through, visible columns only, as RFC 4180 CSV.
    QString csvText() const;
    void copySelection() const;
    /// Names of the selected rows' layers.
    std::vector<std::string> chosenLayers() const;
    void saveHeader() const;

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void setUpColumns();
    void followSelection(int layer);
    void scrollToCurrent();
    void tellCurrent(const QModelIndex& current);
    void showHeaderMenu(const QPoint& position);
    QList<int> visibleColumns() const;
    QString rowsText(const QModelIndexList& rows, QChar separator) const;

    Workbench& m_workbench;
    LayerTableModel& m_layers;
    LayerFilterProxy& m_proxy;
    bool m_isFiltering = false; ///< rows are going away, and with them perhaps the current one
};

} // namespace ql::widgets
