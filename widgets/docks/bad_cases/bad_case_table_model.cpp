// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/bad_cases/bad_case_table_model.h"

#include "widgets/models/layer_table_columns.h"

#include <QCoreApplication>

namespace ql::widgets {

QString badCaseMetricTitle(const results::BadCaseMetric& metric)
{
    if (const auto known = results::metricFromKey(metric.key))
        return metricTitle(*known);
    if (metric.key == results::kJudgeDrop)
        return QCoreApplication::translate("Columns", "Own judge, lost");
    if (metric.key == results::key(results::MetricId::Judge))
        return metricTitle(results::MetricId::Judge);
    return QString::fromStdString(metric.expression.empty() ? metric.key : metric.expression);
}

BadCaseTableModel::BadCaseTableModel(QObject* parent)
    : TableModel(parent)
{
}

void BadCaseTableModel::setResult(Result result, std::optional<std::size_t> output)
{
    beginResetModel();
    m_result = std::move(result);
    m_output = output;
    rows().clear();
    std::vector<TableColumn<int>> columns;
    if (m_result) {
        for (int sample = 0; sample < int(m_result->samples.size()); ++sample)
            rows().push_back(sample);
        addFixedColumns(columns);
        for (int metric = 0; metric < int(m_result->metrics.size()); ++metric)
            columns.push_back(metricColumn(FirstMetric + metric));
    }
    setColumns(std::move(columns));
    endResetModel();
}

void BadCaseTableModel::addFixedColumns(std::vector<TableColumn<int>>& columns) const
{
    columns.push_back({QT_TR_NOOP("Number"), [](int sample) { return sample; }, true});
    columns.push_back(
        {.title = QT_TR_NOOP("Sample"),
         .value = [this](int sample) { return QString::fromStdString(m_result->samples[std::size_t(sample)]); },
         .elidesMiddle = true});
    columns.push_back({.title = m_output ? QT_TR_NOOP("Output") : QT_TR_NOOP("Worst output"),
                       .value = [this](int sample) { return outputOf(sample); },
                       .hint = m_output ? nullptr : QT_TR_NOOP("The output on which the sample is worst")});
}

TableColumn<int> BadCaseTableModel::metricColumn(int column) const
{
    TableColumn<int> described{
        .title = "", .value = [this, column](int sample) { return value(sample, column); }, .isRight = true};
    if (metric(column).key == results::kJudgeDrop)
        described.hint = QT_TR_NOOP("How much worse your judge finds the analysis model's outputs than the baseline's");
    else if (metric(column).key == results::key(results::MetricId::Judge))
        described.hint = QT_TR_NOOP("What your judge says of the analysis model's outputs");
    if (const auto known = results::metricFromKey(metric(column).key)) {
        results::BadnessScale scale;
        for (const int sample : rows())
            scale.see(*known, value(sample, column));
        described.bar = [this, column, scale, id = *known](int sample) {
            return scale.badness(id, value(sample, column));
        };
    }
    return described;
}

int BadCaseTableModel::columnOf(const std::string& key) const
{
    if (!m_result)
        return FirstMetric;
    for (std::size_t i = 0; i < m_result->metrics.size(); ++i)
        if (m_result->metrics[i].key == key)
            return FirstMetric + int(i);
    return FirstMetric + int(m_result->rankedBy);
}

bool BadCaseTableModel::isRankedByJudge() const
{
    return m_result && !m_result->metrics.empty() && m_result->metrics[m_result->rankedBy].key == results::kJudgeDrop;
}

const results::BadCaseMetric& BadCaseTableModel::metric(int column) const
{
    return m_result->metrics[std::size_t(column - FirstMetric)];
}

double BadCaseTableModel::value(int sample, int column) const
{
    const auto place = std::size_t(column - FirstMetric);
    return m_output ? m_result->value(std::size_t(sample), *m_output, place)
                    : results::worstOfSample(*m_result, place, std::size_t(sample)).value;
}

QString BadCaseTableModel::outputOf(int sample) const
{
    const std::size_t output =
        m_output ? *m_output : results::worstOfSample(*m_result, m_result->rankedBy, std::size_t(sample)).output;
    return QString::fromStdString(m_result->outputs[output]);
}

QString BadCaseTableModel::formulaOf(int column) const
{
    if (column < FirstMetric)
        return {};
    const auto known = results::metricFromKey(metric(column).key);
    return known ? metricFormula(*known) : QString::fromStdString(metric(column).expression);
}

QString BadCaseTableModel::headerText(int column, const char* source) const
{
    const bool isTitle = column >= FirstMetric && *source == '\0'; // of a metric; its hint is a source text
    return isTitle ? badCaseMetricTitle(metric(column)) : TableModel::headerText(column, source);
}

} // namespace ql::widgets
