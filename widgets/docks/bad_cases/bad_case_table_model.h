// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/badcase_result.h"
#include "core/results/badness.h"
#include "widgets/models/table_model.h"

#include <memory>
#include <optional>

namespace ql::widgets {

/// The samples of a bad-case search, one row each: every measure of one output, or of each sample's worst output.
class BadCaseTableModel : public TableModel<int> {
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
    /// Whether the search was ranked by what a judge finds lost.
    bool isRankedByJudge() const;
    /// The metric in @p column. @pre column >= FirstMetric
    const results::BadCaseMetric& metric(int column) const;
    double value(int sample, int column) const;

protected:
    QString headerText(int column, const char* source) const override;
    QString formulaOf(int column) const override;

private:
    QString outputOf(int sample) const;
    void addFixedColumns(std::vector<TableColumn<int>>& columns) const;
    TableColumn<int> metricColumn(int column) const;

    Result m_result;
    std::optional<std::size_t> m_output;
};

/// What a bad-case measure is called, with its unit.
QString badCaseMetricTitle(const results::BadCaseMetric& metric);

} // namespace ql::widgets
