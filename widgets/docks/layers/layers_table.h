// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/docks/support/data_table.h"
#include "widgets/models/layer_table_columns.h"

namespace ql::widgets {

class LayerFilterProxy;
class LayerTableModel;
class PinnedColumns;
class Workbench;

/// The table of layers: one row each, sortable by any column, whose columns can be hidden, moved and remembered.
/// Follows and drives the shared selection.
class LayersTable : public DataTable {
    Q_OBJECT

public:
    LayersTable(Workbench& workbench, LayerTableModel& layers, LayerFilterProxy& proxy, QWidget* parent = nullptr);

    void showPreset(ColumnPreset preset);
    /// The essential columns in their first order and width.
    void restoreDefaultColumns();
    /// Worst first by the metric that the toolbar shows.
    void sortByMetric();
    /// Makes the columns of a trial as wide as the widest "before → after" in them, in sight or not.
    void fitTriedColumns();
    /// Stands over the left edge while the table is scrolled sideways: name and metric.
    PinnedColumns& pinned() { return *m_pinned; }
    /// Fills @p menu with presets and one check box per column.
    void fillColumnMenu(QMenu& menu);
    void saveHeader();

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void rowsAboutToBeRemoved(const QModelIndex& parent, int start, int end) override;

private:
    void setUpColumns();
    void showMenu(const QModelIndex& index, const QPoint& globalPlace);
    void pinMetric(LayerColumn column);
    void followSelection(int layer);
    void scrollToCurrent();
    QString titleOf(int column) const;
    void tellCurrent(const QModelIndex& current);
    void tellChosen();
    void showHeaderMenu(const QPoint& position);

    Workbench& m_workbench;
    LayerTableModel& m_layers;
    LayerFilterProxy& m_proxy;
    PinnedColumns* m_pinned;
    bool m_isFiltering = false; ///< rows are going away, and with them perhaps the current one
    bool m_isTelling = false;   ///< the selection came from here
    bool m_isFollowing = false; ///< the selection comes from elsewhere
};

} // namespace ql::widgets
