// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/compare_result.h"
#include "widgets/session/layer_filter.h"

#include <QSortFilterProxyModel>

#include <vector>

namespace ql::widgets {

class LayerTableModel;

/// Shows the layers that the shared filter lets through. Sorts by raw values; cells without a value come last in
/// either order, and NaN counts as the worst a metric can be.
class LayerFilterProxy : public QSortFilterProxyModel {
    Q_OBJECT

public:
    LayerFilterProxy(LayerTableModel& layers, LayerFilter& filter, QObject* parent = nullptr);

    /// The order that puts the worst values of @p metric on top.
    static Qt::SortOrder worstFirst(results::MetricId metric);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    void refresh();
    void findWorst();

    LayerTableModel& m_layers;
    LayerFilter& m_filter;
    std::vector<bool> m_isWorst; ///< by row; meaningful while the filter is set to worst only
};

/// The indexes of the layers that @p rule calls worst by @p metric, worst first.
std::vector<int> worstLayers(const results::CompareResult& result, results::MetricId metric, const WorstRule& rule);

} // namespace ql::widgets
