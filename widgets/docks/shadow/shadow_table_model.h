// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/badness.h"
#include "core/results/shadow_result.h"

#include <QAbstractTableModel>

#include <memory>
#include <optional>

namespace ql::widgets {

/// Each layer's own error beside what has added up until there, by one metric.
class ShadowTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Index, Layer, Op, Dtype, Local, OnAnalysis, Accumulated, State, ColumnCount };
    using Result = std::shared_ptr<const results::ShadowResult>;

    explicit ShadowTableModel(QObject* parent = nullptr);

    void setResult(Result result, results::MetricId metric);
    const Result& result() const { return m_result; }
    results::MetricId metric() const { return m_metric; }
    const results::ShadowRow& row(int index) const { return m_result->rows[std::size_t(index)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    std::optional<double> metricIn(const results::ShadowRow& row, int column) const;
    QVariant raw(const results::ShadowRow& row, int column) const;
    QString stateText(const results::ShadowRow& row) const;

    Result m_result;
    results::MetricId m_metric = results::MetricId::Sqnr;
    results::BadnessScale m_scale;
};

} // namespace ql::widgets
