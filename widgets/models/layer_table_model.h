// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/badness.h"
#include "widgets/models/layer_columns.h"
#include "widgets/models/table_roles.h"

#include <QAbstractTableModel>

#include <memory>

namespace ql::widgets {

/// The layers of one comparison, one row each, in the result's order; row number = layer index of LayerSelection.
class LayerTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    using Role = TableRole;
    static constexpr Role SortRole = TableRole::SortRole;
    static constexpr Role BadnessRole = TableRole::BadnessRole;
    static constexpr Role ExactTextRole = TableRole::ExactTextRole;
    using Result = std::shared_ptr<const results::CompareResult>;

    explicit LayerTableModel(QObject* parent = nullptr);

    void setResult(Result result);
    const Result& result() const { return m_result; }
    const results::LayerRow& layer(int row) const { return m_result->layers[std::size_t(row)]; }
    /// Every operator type that occurs, sorted.
    QStringList operatorTypes() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QVariant foreground(const results::LayerRow& row, LayerColumn column) const;
    QVariant toolTip(const results::LayerRow& row, LayerColumn column) const;

    Result m_result;
    results::BadnessScale m_badness;
};

} // namespace ql::widgets
