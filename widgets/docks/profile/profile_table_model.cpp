// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/profile/profile_table_model.h"

#include "widgets/models/table_roles.h"
#include "widgets/text/display_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace ql::widgets {

namespace {

constexpr double kDecades = 4.0; ///< of the bar in the range column

bool isNumber(int column)
{
    return column == ProfileTableModel::Index
           || (column >= ProfileTableModel::Scale && column <= ProfileTableModel::Range);
}

double rangeOf(const results::ProfileRow& row)
{
    return row.whole.statistics.max - row.whole.statistics.min;
}

} // namespace

QString attributeText(const results::ProfileRow& row)
{
    const auto name = [&row] {
        switch (row.attribute) {
        case results::ProfileAttribute::Input: return QCoreApplication::translate("Profile", "input");
        case results::ProfileAttribute::Output: return QCoreApplication::translate("Profile", "output");
        case results::ProfileAttribute::Weight: return QCoreApplication::translate("Profile", "weight");
        case results::ProfileAttribute::Bias: return QCoreApplication::translate("Profile", "bias");
        }
        return QString();
    }();
    return row.isOneOfSeveral ? QStringLiteral("%1 %2").arg(name).arg(row.number) : name;
}

ProfileTableModel::ProfileTableModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void ProfileTableModel::setResult(Result result)
{
    beginResetModel();
    m_result = std::move(result);
    m_widest = 0.0;
    for (int index = 0; index < rowCount(); ++index)
        if (const double range = rangeOf(row(index)); std::isfinite(range))
            m_widest = std::max(m_widest, range);
    endResetModel();
}

int ProfileTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_result ? 0 : int(m_result->rows.size());
}

int ProfileTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant ProfileTableModel::raw(const results::ProfileRow& row, int column) const
{
    const auto& statistics = row.whole.statistics;
    const bool isEmpty = statistics.count == statistics.nanCount + statistics.infCount;
    const auto number = [isEmpty](double value) { return isEmpty ? QVariant() : QVariant(value); };
    switch (column) {
    case Index: return row.index;
    case Layer: return QString::fromStdString(row.modName);
    case Op: return QString::fromStdString(row.opName);
    case Attribute: return attributeText(row);
    case Dtype: return QString::fromStdString(row.dtype);
    case Scale:
        return row.quantizer && !row.quantizer->scales.empty() ? QVariant(std::ranges::max(row.quantizer->scales))
                                                               : QVariant();
    case Min: return number(statistics.min);
    case Max: return number(statistics.max);
    case Mean: return number(statistics.mean);
    case Variance: return number(statistics.variance);
    case Range: return number(rangeOf(row));
    case Shape: return formatShape(row.shape).replace(QStringLiteral("-1"), QStringLiteral("?"));
    default: return {};
    }
}

QVariant ProfileTableModel::data(const QModelIndex& index, int role) const
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
        return index.column() == Layer ? QVariant(QString::fromStdString(shown.tensor))
               : isReal                ? QVariant(formatExact(value.toDouble(), role))
                                       : value;
    case ExactTextRole: return isReal ? formatExact(value.toDouble(), role) : value.toString();
    case Qt::TextAlignmentRole:
        return int((isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case SortRole: return value;
    case BadnessRole:
        if (index.column() != Range || !value.isValid() || m_widest <= 0.0 || value.toDouble() <= 0.0)
            return {};
        return std::clamp(1.0 + std::log10(value.toDouble() / m_widest) / kDecades, 0.0, 1.0);
    case ElidesMiddleRole: return index.column() == Layer;
    case LayerNameRole: return QString::fromStdString(shown.modName);
    default: return {};
    }
}

QVariant ProfileTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((isNumber(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == Range)
        return tr("Maximum less minimum; the bar counts decades below the widest");
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Index: return tr("#");
    case Layer: return tr("Layer");
    case Op: return tr("Op");
    case Attribute: return tr("Tensor");
    case Dtype: return tr("Dtype");
    case Scale: return tr("Scale");
    case Min: return tr("Minimum");
    case Max: return tr("Maximum");
    case Mean: return tr("Mean");
    case Variance: return tr("Variance");
    case Range: return tr("Range");
    default: return tr("Shape");
    }
}

} // namespace ql::widgets
