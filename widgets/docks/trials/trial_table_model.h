// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/trial.h"
#include "widgets/models/table_model.h"

namespace ql::widgets {

class Trials;
struct Trial;

/// The configs that were tried, one row each, in their order; the note can be edited. A row is a trial's number.
class TrialTableModel : public TableModel<int> {
    Q_OBJECT

public:
    enum Column { Index, Time, Edits, Before, After, Note };

    explicit TrialTableModel(Trials& trials, QObject* parent = nullptr);

    void setMetric(results::MetricId metric);

    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

protected:
    QString headerText(int column, const char* source) const override;
    QVariant other(const int& row, int column, int role) const override;

private:
    void follow();
    const Trial& trial(int row) const;
    QString editsText(int row) const;
    TableColumn<int> measure(const char* title, std::optional<results::Metrics> results::ChangeRow::*side) const;

    Trials& m_trials;
    results::MetricId m_metric = results::MetricId::Sqnr;
};

} // namespace ql::widgets
