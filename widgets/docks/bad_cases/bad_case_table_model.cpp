// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/bad_cases/bad_case_table_model.h"

#include "widgets/models/layer_columns.h"
#include "widgets/models/table_roles.h"
#include "widgets/style/color_scale.h"
#include "widgets/text/display_text.h"

#include <QGuiApplication>
#include <QPalette>

#include <cmath>

namespace ql::widgets {

QString badCaseMetricTitle(const results::BadCaseMetric& metric)
{
    if (const auto known = results::metricFromKey(metric.key))
        return metricTitle(*known);
    return QString::fromStdString(metric.expression.empty() ? metric.key : metric.expression);
}

BadCaseTableModel::BadCaseTableModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void BadCaseTableModel::setResult(Result result, std::optional<std::size_t> output)
{
    beginResetModel();
    m_result = std::move(result);
    m_output = output;
    m_scales.clear();
    if (m_result) {
        m_scales.resize(m_result->metrics.size());
        for (std::size_t i = 0; i < m_scales.size(); ++i)
            if (const auto known = results::metricFromKey(m_result->metrics[i].key))
                for (int sample = 0; sample < rowCount(); ++sample)
                    m_scales[i].see(*known, value(sample, FirstMetric + int(i)));
    }
    endResetModel();
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

int BadCaseTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_result ? 0 : int(m_result->samples.size());
}

int BadCaseTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_result ? 0 : FirstMetric + int(m_result->metrics.size());
}

QVariant BadCaseTableModel::raw(int sample, int column) const
{
    switch (column) {
    case Index: return sample;
    case Sample: return QString::fromStdString(m_result->samples[std::size_t(sample)]);
    case Output: {
        const std::size_t output =
            m_output ? *m_output : results::worstOfSample(*m_result, m_result->rankedBy, std::size_t(sample)).output;
        return QString::fromStdString(m_result->outputs[output]);
    }
    default: return value(sample, column);
    }
}

QVariant BadCaseTableModel::badness(int sample, int column) const
{
    if (column < FirstMetric)
        return {};
    const auto known = results::metricFromKey(metric(column).key);
    if (!known)
        return {};
    return m_scales[std::size_t(column - FirstMetric)].badness(*known, value(sample, column));
}

QVariant BadCaseTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const QVariant cell = raw(index.row(), index.column());
    const bool isReal = cell.typeId() == QMetaType::Double;
    switch (role) {
    case Qt::DisplayRole: return isReal ? formatNumber(cell.toDouble()) : cell.toString();
    case Qt::ToolTipRole:
    case ExactTextRole: return isReal ? formatExact(cell.toDouble(), role) : cell.toString();
    case Qt::TextAlignmentRole:
        return int((isReal || index.column() == Index ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::ForegroundRole:
        if (isReal && std::isnan(cell.toDouble()))
            return alarmColor(QGuiApplication::palette().color(QPalette::Base));
        return {};
    case SortRole: return cell;
    case BadnessRole: return badness(index.row(), index.column());
    case ElidesMiddleRole: return index.column() == Sample;
    default: return {};
    }
}

QVariant BadCaseTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const bool isText = section == Sample || section == Output;
    if (role == Qt::TextAlignmentRole)
        return int((isText ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == Output && !m_output)
        return tr("The output on which the sample is worst");
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Index: return tr("#");
    case Sample: return tr("Sample");
    case Output: return m_output ? tr("Output") : tr("Worst output");
    default: return badCaseMetricTitle(metric(section));
    }
}

} // namespace ql::widgets
