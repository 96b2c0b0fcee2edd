// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/sensitivity/sensitivity_table_model.h"

#include "widgets/models/layer_columns.h"
#include "widgets/models/table_roles.h"
#include "widgets/style/color_scale.h"
#include "widgets/text/display_text.h"

#include <QCoreApplication>
#include <QGuiApplication>
#include <QPalette>

#include <algorithm>
#include <cmath>

namespace ql::widgets {

namespace {

bool isNumber(int column)
{
    using Model = SensitivityTableModel;
    return column == Model::Rank || column == Model::Value || column == Model::Gain || column == Model::Together
           || column == Model::Macs || column == Model::MacsShare;
}

} // namespace

QString sensitiveTypeText(const std::string& type)
{
    if (type == "activation")
        return QCoreApplication::translate("Sensitivity", "activation");
    if (type == "weight")
        return QCoreApplication::translate("Sensitivity", "weight");
    if (type == "both")
        return QCoreApplication::translate("Sensitivity", "whole layer");
    return QString::fromStdString(type);
}

SensitivityTableModel::SensitivityTableModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void SensitivityTableModel::setResult(Result result, std::size_t output)
{
    beginResetModel();
    m_result = std::move(result);
    m_output = output;
    m_scale = {};
    m_bestGain = 0.0;
    if (const auto* shown = this->output()) {
        for (const auto& row : shown->rows)
            m_scale.see(shown->metric, row.metricValue);
        for (int index = 0; index < rowCount(); ++index)
            if (const double gained = gain(index); std::isfinite(gained))
                m_bestGain = std::max(m_bestGain, gained);
    }
    endResetModel();
}

const results::SensitivityOutput* SensitivityTableModel::output() const
{
    return m_result && m_output < m_result->outputs.size() ? &m_result->outputs[m_output] : nullptr;
}

int SensitivityTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !output() ? 0 : int(output()->rows.size());
}

int SensitivityTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

/// How much better the output gets against everything quantized; positive is better for every metric.
double SensitivityTableModel::gain(int index) const
{
    const double change = row(index).metricValue - output()->everythingOn;
    return results::isLowWorst(output()->metric) ? change : -change;
}

QVariant SensitivityTableModel::raw(int index, int column) const
{
    const auto& entry = row(index);
    switch (column) {
    case Rank: return index + 1;
    case Layer: return QString::fromStdString(entry.opName);
    case Type: return sensitiveTypeText(entry.sensitiveType);
    case Op: return QString::fromStdString(entry.opType);
    case Value: return entry.metricValue;
    case Gain: return gain(index);
    case Together: {
        const auto& steps = output()->cumulative;
        return std::size_t(index) < steps.size() ? QVariant(steps[std::size_t(index)].metricValue) : QVariant();
    }
    case Dtype: return QString::fromStdString(entry.quantDtype);
    case Macs: return QVariant::fromValue<qulonglong>(entry.macs);
    case MacsShare: return 100.0 * entry.macsShare;
    default: return {};
    }
}

QString SensitivityTableModel::text(int index, int column) const
{
    const QVariant value = raw(index, column);
    if (column == Macs)
        return formatCount(row(index).macs);
    if (value.typeId() == QMetaType::Double)
        return formatNumber(value.toDouble());
    const QString words = value.toString();
    return words.isEmpty() ? QStringLiteral("—") : words;
}

QVariant SensitivityTableModel::badness(int index, int column) const
{
    const bool isOneOff = m_result->mode == results::SensitivityMode::OneOff;
    if (column == Gain && isOneOff)
        return m_bestGain > 0.0 ? std::clamp(gain(index) / m_bestGain, 0.0, 1.0) : 0.0;
    if (column == Value && !isOneOff)
        return m_scale.badness(output()->metric, row(index).metricValue);
    return {};
}

QVariant SensitivityTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const QVariant value = raw(index.row(), index.column());
    const bool isReal = value.typeId() == QMetaType::Double;
    switch (role) {
    case Qt::DisplayRole: return text(index.row(), index.column());
    case Qt::ToolTipRole:
    case ExactTextRole: return isReal ? formatExact(value.toDouble(), role) : value.toString();
    case Qt::TextAlignmentRole:
        return int((isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::ForegroundRole:
        if (isReal && std::isnan(value.toDouble()))
            return alarmColor(QGuiApplication::palette().color(QPalette::Base));
        return {};
    case SortRole: return value;
    case BadnessRole: return badness(index.row(), index.column());
    case ElidesMiddleRole: return index.column() == Layer;
    case LayerNameRole: return QString::fromStdString(row(index.row()).opName);
    default: return {};
    }
}

QVariant SensitivityTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((isNumber(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        switch (section) {
        case Rank: return tr("Place in the ranking; 1 matters most");
        case Type: return tr("What was switched: the quantizer of the output, of the weight, or the whole layer");
        case Value: return tr("The model's output against the baseline's after the switch");
        case Gain: return tr("What leaving this in high precision wins over quantizing everything");
        case Together: return tr("The model's output when this row and all above it are left in high precision");
        case MacsShare: return tr("Share of the model's multiply-accumulate operations");
        default: return {};
        }
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Rank: return tr("#");
    case Layer: return tr("Layer");
    case Type: return tr("Switched");
    case Op: return tr("Op");
    case Value: return metricTitle(output() ? output()->metric : results::MetricId::Sqnr);
    case Gain: return tr("Gain");
    case Together: return tr("Up to here float");
    case Dtype: return tr("Dtype");
    case Macs: return tr("MACs");
    default: return tr("MACs (%)");
    }
}

} // namespace ql::widgets
