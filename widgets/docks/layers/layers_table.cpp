// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/layers/layers_table.h"

#include "widgets/docks/columns/pinned_columns.h"
#include "widgets/docks/support/layer_menu.h"
#include "widgets/models/layer_filter_proxy.h"
#include "widgets/models/layer_table_model.h"
#include "widgets/settings/settings.h"
#include "widgets/workbench/workbench.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QMenu>
#include <QScopedValueRollback>
#include <QTimer>

#include <algorithm>

namespace ql::widgets {

namespace {

int widthInCharacters(LayerColumn column)
{
    if (columnMetric(column))
        return 13;
    switch (column) {
    case LayerColumn::Index: return 5;
    case LayerColumn::Name: return 20; // at least
    case LayerColumn::Scope:
    case LayerColumn::MatchRule: return 22;
    case LayerColumn::BaselineOp:
    case LayerColumn::AnalysisOp: return 15; // GlobalAveragePool
    case LayerColumn::Qscale: return 11;
    case LayerColumn::Shape: return 15;
    case LayerColumn::Advice: return 12; // at least; it takes what is left
    case LayerColumn::QuantDtype: return 7;
    default: return 13;
    }
}

} // namespace

LayersTable::LayersTable(Workbench& workbench, LayerTableModel& layers, LayerFilterProxy& proxy, QWidget* parent)
    : DataTable(proxy, parent)
    , m_workbench(workbench)
    , m_layers(layers)
    , m_proxy(proxy)
    , m_pinned(new PinnedColumns(*this))
{
    const auto follow = [this] {
        m_isFiltering = false;
        followSelection(m_workbench.selection().current());
    };
    connect(&m_proxy, &QAbstractItemModel::rowsRemoved, this, follow);
    connect(&m_proxy, &QAbstractItemModel::rowsInserted, this, follow);
    connect(&m_proxy, &QAbstractItemModel::modelReset, this, [this, follow] {
        follow();
        // The worst stay in sight if the selected layer is among them. Later, because a first result makes the table
        // visible and only then it gets its size.
        QTimer::singleShot(0, this, [this] {
            scrollToTop();
            scrollToCurrent();
        });
    });
    setTextElideMode(Qt::ElideMiddle);
    m_pinned->setTextElideMode(Qt::ElideMiddle);
    setUpColumns();
    connect(m_pinned, &PinnedColumns::menuRequested, this, &LayersTable::showMenu);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) { tellCurrent(current); });
    connect(this, &DataTable::rowsSelected, this, &LayersTable::tellChosen);
    connect(&m_workbench.selection(), &LayerSelection::changed, this, &LayersTable::followSelection);
    connect(&m_workbench.filter(), &LayerFilter::metricChanged, this, [this] {
        setColumnHidden(int(columnOf(m_workbench.filter().metric())), false); // who chooses it wants to see it
        sortByMetric();
    });
}

void LayersTable::setUpColumns()
{
    QHeaderView* header = horizontalHeader();
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QHeaderView::customContextMenuRequested, this, &LayersTable::showHeaderMenu);
    restoreDefaultColumns();
    setStretchedColumn(int(LayerColumn::Name));
    if (const QByteArray saved = settings::layerHeader.value(); !saved.isEmpty() && header->restoreState(saved))
        columns().followHeader();
    sortByMetric();
}

void LayersTable::restoreDefaultColumns()
{
    QHeaderView* header = horizontalHeader();
    QList<int> widths;
    for (int column = 0; column < kLayerColumnCount; ++column) {
        header->moveSection(header->visualIndex(column), column);
        widths.append(widthInCharacters(LayerColumn(column)));
    }
    setColumnWidths(widths);
    showPreset(ColumnPreset::Essential);
    pinMetric(columnOf(m_workbench.filter().metric()));
}

void LayersTable::saveHeader()
{
    columns().unfold(); // what there is no room for today isn't left out
    settings::layerHeader.set(horizontalHeader()->saveState());
}

void LayersTable::showPreset(ColumnPreset preset)
{
    QList<LayerColumn> shown = columnsOf(preset);
    if (preset == ColumnPreset::Essential)
        shown.append(columnOf(m_workbench.filter().metric()));
    for (int column = 0; column < kLayerColumnCount; ++column)
        setColumnHidden(column, !shown.contains(LayerColumn(column)));
    columns().setScrolled(preset != ColumnPreset::Essential);
    fitTriedColumns();
}

void LayersTable::sortByMetric()
{
    const results::MetricId metric = m_workbench.filter().metric();
    pinMetric(columnOf(metric));
    sortByColumn(int(columnOf(metric)), LayerFilterProxy::worstFirst(metric));
}

/// The metric that everything is sorted by stands behind the name, and stays in sight with it.
void LayersTable::pinMetric(LayerColumn column)
{
    QHeaderView* header = horizontalHeader();
    const int place = header->visualIndex(int(LayerColumn::Name)) + 1;
    if (const int now = header->visualIndex(int(column)); now > place)
        header->moveSection(now, place);
    m_pinned->setColumns({int(LayerColumn::Name), int(column)});
}

void LayersTable::fitTriedColumns()
{
    for (int column = 0; column < kLayerColumnCount; ++column) {
        const bool mayBeTried = columnMetric(LayerColumn(column)) || LayerColumn(column) == LayerColumn::QuantDtype;
        if (!mayBeTried || isColumnHidden(column))
            continue;
        int widest = 0;
        for (int row = 0; row < m_layers.rowCount(); ++row)
            if (const QString text = m_layers.triedText(row, LayerColumn(column)); !text.isEmpty())
                widest = std::max(widest, fontMetrics().horizontalAdvance(text));
        if (widest > 0)
            columns().setWidth(column,
                               std::max(columns().asked(column), widest + 2 * fontMetrics().averageCharWidth()));
    }
}

QString LayersTable::titleOf(int column) const
{
    return m_layers.headerData(column, Qt::Horizontal, ExactTextRole).toString();
}

void LayersTable::fillColumnMenu(QMenu& menu)
{
    menu.addAction(tr("Essential columns"), this, [this] { showPreset(ColumnPreset::Essential); });
    menu.addAction(tr("Ranges"), this, [this] { showPreset(ColumnPreset::Ranges); });
    menu.addAction(tr("All columns"), this, [this] { showPreset(ColumnPreset::All); });
    menu.addSeparator();
    for (int column = 0; column < kLayerColumnCount; ++column) {
        QAction* action = menu.addAction(titleOf(column));
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(column));
        action->setEnabled(LayerColumn(column) != LayerColumn::Name);
        connect(action, &QAction::toggled, this, [this, column](bool isOn) {
            if (isOn)
                columns().keep(column);
            else
                setColumnHidden(column, true);
            fitTriedColumns();
        });
    }
}

void LayersTable::showHeaderMenu(const QPoint& position)
{
    QMenu menu;
    const int column = horizontalHeader()->logicalIndexAt(position);
    if (column >= 0 && LayerColumn(column) != LayerColumn::Name) {
        menu.addAction(tr("Hide \"%1\"").arg(titleOf(column)), this, [this, column] { setColumnHidden(column, true); });
        menu.addSeparator();
    }
    fillColumnMenu(menu);
    menu.exec(horizontalHeader()->mapToGlobal(position));
}

void LayersTable::contextMenuEvent(QContextMenuEvent* event)
{
    showMenu(indexAt(event->pos()), event->globalPos());
}

void LayersTable::showMenu(const QModelIndex& index, const QPoint& globalPlace)
{
    QMenu menu;
    if (index.isValid()) {
        addLayerActions(menu, m_workbench,
                        QString::fromStdString(m_layers.layer(m_proxy.mapToSource(index).row()).name));
        menu.addSeparator();
    }
    addCopyActions(menu, index);
    if (index.isValid()) {
        const auto& layer = m_layers.layer(m_proxy.mapToSource(index).row());
        const QString type =
            QString::fromStdString(layer.baseline.opType.empty() ? layer.analysis.opType : layer.baseline.opType);
        menu.addSeparator();
        m_workbench.configActions().fillMenu(menu, selectedLayers());
        menu.addSeparator();
        menu.addAction(tr("Show only %1 layers").arg(type), this,
                       [this, type] { m_workbench.filter().setOperatorType(type); });
    }
    menu.addAction(m_workbench.filter().clearAction());
    menu.addSeparator();
    menu.addAction(tr("Sort by execution order"), this,
                   [this] { sortByColumn(int(LayerColumn::Index), Qt::AscendingOrder); });
    menu.addAction(tr("Sort worst first"), this, &LayersTable::sortByMetric);
    menu.exec(globalPlace);
}

void LayersTable::rowsAboutToBeRemoved(const QModelIndex& parent, int start, int end)
{
    m_isFiltering = true; // before the view reacts
    DataTable::rowsAboutToBeRemoved(parent, start, end);
}

void LayersTable::tellCurrent(const QModelIndex& current)
{
    // The filter taking a row away is not the user choosing another one.
    if (!current.isValid() || m_isFiltering || m_isFollowing)
        return;
    const QScopedValueRollback guard(m_isTelling, true);
    m_workbench.selection().select(m_proxy.mapToSource(current).row());
    tellChosen(); // with the keyboard the rows were selected before
}

void LayersTable::tellChosen()
{
    if (!m_isFiltering && !m_isFollowing)
        m_workbench.chooseLayers(selectedLayers());
}

void LayersTable::followSelection(int layer)
{
    if (m_isTelling)
        return; // more rows than that one may be selected here
    const QScopedValueRollback guard(m_isFollowing, true);
    const QModelIndex index =
        layer == LayerSelection::kNone ? QModelIndex() : m_proxy.mapFromSource(m_layers.index(layer, 0));
    if (!index.isValid()) {
        clearSelection();
        setCurrentIndex({});
        return;
    }
    if (index.row() != currentIndex().row() || !selectionModel()->isRowSelected(index.row()))
        selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    scrollToCurrent();
}

void LayersTable::scrollToCurrent()
{
    const QModelIndex name = currentIndex().siblingAtColumn(int(LayerColumn::Name));
    if (name.isValid() && !viewport()->rect().contains(visualRect(name).center()))
        scrollTo(name, QAbstractItemView::PositionAtCenter);
}

} // namespace ql::widgets
