// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/bad_cases/bad_case_table_model.h"

#include <algorithm>
#include <utility>

namespace ql::widgets {

BadCaseTableModel::BadCaseTableModel(QObject* parent)
    : RowTableModel(
        [this](const auto& result, const auto& labels) { return report::badCaseColumns(result, labels, m_output); },
        parent)
{
    setResult(nullptr, {});
}

void BadCaseTableModel::setResult(Answer result, std::optional<std::size_t> output)
{
    m_output = output;
    const auto shown = std::exchange(m_samples, {}); // until others take their place
    for (std::size_t sample = 0; result && sample < result->samples.size(); ++sample)
        m_samples.push_back(output ? results::BadCaseEntry{sample, *output, 0.0}
                                   : worstOfSample(*result, result->rankedBy, sample));
    showRows(std::move(result), m_samples);
}

int BadCaseTableModel::columnOf(const std::string& key) const
{
    if (!result())
        return FirstMetric;
    const auto& metrics = result()->metrics;
    const auto found = std::ranges::find(metrics, key, &results::BadCaseMetric::key);
    return FirstMetric + int(found == metrics.end() ? result()->rankedBy : std::size_t(found - metrics.begin()));
}

bool BadCaseTableModel::isRankedByJudge() const
{
    return result() && !result()->metrics.empty() && result()->metrics[result()->rankedBy].key == results::kJudgeDrop;
}

const results::BadCaseMetric& BadCaseTableModel::metric(int column) const
{
    return result()->metrics[std::size_t(column - FirstMetric)];
}

QString BadCaseTableModel::headerText(int column, const char* words) const
{
    // An expression stays as it is.
    return column < FirstMetric ? RowTableModel::headerText(column, words) : QString::fromUtf8(words);
}

} // namespace ql::widgets
