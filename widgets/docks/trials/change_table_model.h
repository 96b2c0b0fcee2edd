// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/analyses/trials/trials.h"

#include <QAbstractTableModel>

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace ql::widgets {

/// What one trial changed: outputs, then layers, under one metric. The gain is coloured by the diverging scale and
/// says by its sign and arrow what the colour says.
class ChangeTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Op, Dtype, Before, After, Gain, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// With @p only (which may be null) just outputs and the layers of these names.
    void setChange(std::shared_ptr<const TrialChange> change, const std::set<std::string>* only);
    void setMetric(results::MetricId metric);
    void retranslate();
    const ChangeRow& row(int row) const { return *m_rows[std::size_t(row)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QVariant raw(int row, int column) const;
    QString text(int row, int column) const;
    void findScale();

    std::shared_ptr<const TrialChange> m_change;
    std::vector<const ChangeRow*> m_rows;
    results::MetricId m_metric = results::MetricId::Sqnr;
    double m_largest = 0.0; ///< finite gain, up or down
};

} // namespace ql::widgets
