// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/metrics.h"

#include <QAbstractTableModel>

namespace ql::widgets {

class Trials;

/// The configs that were tried, one row each; the note can be edited.
class TrialTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Index, Time, Edits, Before, After, Note, ColumnCount };

    explicit TrialTableModel(Trials& trials, QObject* parent = nullptr);

    void setMetric(results::MetricId metric);
    void retranslate();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

private:
    QVariant raw(int row, int column) const;

    Trials& m_trials;
    results::MetricId m_metric = results::MetricId::Sqnr;
};

} // namespace ql::widgets
