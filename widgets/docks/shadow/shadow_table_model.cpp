// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/shadow/shadow_table_model.h"

#include "widgets/models/layer_columns.h"
#include "widgets/models/table_roles.h"
#include "widgets/style/color_scale.h"
#include "widgets/text/core_text.h"
#include "widgets/text/display_text.h"

#include <QGuiApplication>
#include <QPalette>

#include <cmath>

namespace ql::widgets {

namespace {

bool isMetric(int column)
{
    return column == ShadowTableModel::Local || column == ShadowTableModel::OnAnalysis
           || column == ShadowTableModel::Accumulated;
}

} // namespace

ShadowTableModel::ShadowTableModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void ShadowTableModel::setResult(Result result, results::MetricId metric)
{
    beginResetModel();
    m_result = std::move(result);
    m_metric = metric;
    m_scale = {};
    for (int index = 0; index < rowCount(); ++index)
        for (const int column : {Local, OnAnalysis, Accumulated})
            if (const auto value = metricIn(row(index), column))
                m_scale.see(m_metric, *value);
    endResetModel();
}

int ShadowTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_result ? 0 : int(m_result->rows.size());
}

int ShadowTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

std::optional<double> ShadowTableModel::metricIn(const results::ShadowRow& row, int column) const
{
    const auto& metrics = column == Local        ? row.onBaselineInputs
                          : column == OnAnalysis ? row.onAnalysisInputs
                                                 : row.accumulated;
    return metrics ? results::valueOf(*metrics, m_metric) : std::nullopt;
}

QString ShadowTableModel::stateText(const results::ShadowRow& row) const
{
    switch (row.state) {
    case results::ShadowRow::State::Compared: return {};
    case results::ShadowRow::State::ShapeMismatch: return tr("shape differs");
    case results::ShadowRow::State::Failed: return coreText(row.problem);
    case results::ShadowRow::State::UnmatchedBaseline:
    case results::ShadowRow::State::UnmatchedAnalysis: return tr("no partner");
    }
    return {};
}

QVariant ShadowTableModel::raw(const results::ShadowRow& row, int column) const
{
    if (isMetric(column)) {
        const auto value = metricIn(row, column);
        return value ? QVariant(*value) : QVariant();
    }
    switch (column) {
    case Index: return row.index;
    case Layer: return QString::fromStdString(row.name);
    case Op: return QString::fromStdString(row.baseline.opType.empty() ? row.analysis.opType : row.baseline.opType);
    case Dtype: return row.quantizer ? QVariant(QString::fromStdString(row.quantizer->dtype)) : QVariant();
    default: return stateText(row);
    }
}

QVariant ShadowTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const auto& shown = row(index.row());
    const QVariant value = raw(shown, index.column());
    const bool isReal = value.typeId() == QMetaType::Double;
    switch (role) {
    case Qt::DisplayRole:
        return !value.isValid() ? QStringLiteral("—") : isReal ? formatNumber(value.toDouble()) : value.toString();
    case Qt::ToolTipRole:
    case ExactTextRole: return isReal ? formatExact(value.toDouble(), role) : value.toString();
    case Qt::TextAlignmentRole:
        return int((isMetric(index.column()) || index.column() == Index ? Qt::AlignRight : Qt::AlignLeft)
                   | Qt::AlignVCenter);
    case Qt::ForegroundRole:
        if (isReal && std::isnan(value.toDouble()))
            return alarmColor(QGuiApplication::palette().color(QPalette::Base));
        return {};
    case SortRole: return value;
    case BadnessRole: return isReal ? QVariant(m_scale.badness(m_metric, value.toDouble())) : QVariant();
    case ElidesMiddleRole: return index.column() == Layer;
    case LayerNameRole: return QString::fromStdString(shown.name);
    default: return {};
    }
}

QVariant ShadowTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((isMetric(section) || section == Index ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        switch (section) {
        case Local:
            return tr("%1 of the quantized layer on the baseline's inputs: its own error alone")
                .arg(metricTitle(m_metric));
        case OnAnalysis:
            return tr("%1 of the quantized layer against its float twin on the analysis model's inputs")
                .arg(metricTitle(m_metric));
        case Accumulated:
            return tr("%1 between both models' own values: local and inherited error together")
                .arg(metricTitle(m_metric));
        default: return {};
        }
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Index: return tr("#");
    case Layer: return tr("Layer");
    case Op: return tr("Op");
    case Dtype: return tr("Dtype");
    case Local: return tr("Local");
    case OnAnalysis: return tr("Local, real inputs");
    case Accumulated: return tr("Accumulated");
    default: return tr("State");
    }
}

} // namespace ql::widgets
