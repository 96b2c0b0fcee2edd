// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/badcase/badcase_report.h"
#include "widgets/models/row_table_model.h"

namespace ql::widgets {

/// The samples of a bad-case search, one row each: every measure of one output, or of each sample's worst output.
class BadCaseTableModel : public RowTableModel<results::BadCaseResult, results::BadCaseEntry> {
public:
    enum FixedColumn { Index, Sample, Output, FirstMetric };
    using RowTableModel::result;

    explicit BadCaseTableModel(QObject* parent = nullptr);

    /// Without @p output each cell shows the sample's worst output.
    void setResult(Answer result, std::optional<std::size_t> output);
    /// The column of the metric with that key, or of the one that the search was ranked by.
    int columnOf(const std::string& key) const;
    /// Whether the search was ranked by what a judge finds lost.
    bool isRankedByJudge() const;
    /// The metric in @p column. @pre column >= FirstMetric
    const results::BadCaseMetric& metric(int column) const;
    double value(int sample, int column) const { return index(sample, column).data(SortRole).toDouble(); }

protected:
    QString headerText(int column, const char* words) const override;

private:
    std::optional<std::size_t> m_output;
    std::vector<results::BadCaseEntry> m_samples;
};

} // namespace ql::widgets
