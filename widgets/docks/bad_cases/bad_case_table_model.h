// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/badcase_result.h"
#include "core/results/badness.h"

#include <QAbstractTableModel>

#include <memory>
#include <optional>
#include <vector>

namespace ql::widgets {

/// The samples of a bad-case search, one row each: every measure of one output, or of each sample's worst output.
class BadCaseTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum FixedColumn { Index, Sample, Output, FirstMetric };
    using Result = std::shared_ptr<const results::BadCaseResult>;

    explicit BadCaseTableModel(QObject* parent = nullptr);

    /// Without @p output each cell shows the sample's worst output.
    void setResult(Result result, std::optional<std::size_t> output);
    const Result& result() const { return m_result; }
    /// The column of the metric with that key, or of the one that the search was ranked by.
    int columnOf(const std::string& key) const;
    /// The metric in @p column. @pre column >= FirstMetric
    const results::BadCaseMetric& metric(int column) const;
    double value(int sample, int column) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QVariant raw(int sample, int column) const;
    QVariant badness(int sample, int column) const;

    Result m_result;
    std::optional<std::size_t> m_output;
    std::vector<results::BadnessScale> m_scales; ///< by metric
};

/// What a bad-case measure is called, with its unit.
QString badCaseMetricTitle(const results::BadCaseMetric& metric);

} // namespace ql::widgets
