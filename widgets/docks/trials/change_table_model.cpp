// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/trials/change_table_model.h"

#include "widgets/models/layer_columns.h"
#include "widgets/models/table_roles.h"
#include "widgets/style/color_scale.h"
#include "widgets/text/display_text.h"

#include <QGuiApplication>
#include <QPalette>

#include <algorithm>
#include <cmath>

namespace ql::widgets {

namespace {

constexpr QChar kNothing(0x2013); // –

bool isNumber(int column)
{
    return column >= ChangeTableModel::Before;
}

} // namespace

void ChangeTableModel::setChange(std::shared_ptr<const TrialChange> change, const std::set<std::string>* only)
{
    beginResetModel();
    m_change = std::move(change);
    m_rows.clear();
    if (m_change)
        for (const auto& row : m_change->rows)
            if (row.isOutput || !only || only->contains(row.name))
                m_rows.push_back(&row);
    findScale();
    endResetModel();
}

void ChangeTableModel::setMetric(results::MetricId metric)
{
    m_metric = metric;
    findScale();
    retranslate();
}

void ChangeTableModel::findScale()
{
    m_largest = 0.0;
    for (const auto* row : m_rows)
        if (const auto gain = gainOf(*row, m_metric); gain && std::isfinite(*gain))
            m_largest = std::max(m_largest, std::abs(*gain));
}

void ChangeTableModel::retranslate()
{
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int ChangeTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int ChangeTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ChangeTableModel::raw(int row, int column) const
{
    const ChangeRow& change = *m_rows[std::size_t(row)];
    const auto measure = [this](const std::optional<results::Metrics>& metrics) -> QVariant {
        const auto value = metrics ? results::valueOf(*metrics, m_metric) : std::nullopt;
        return value ? QVariant(*value) : QVariant();
    };
    switch (column) {
    case Name: return QString::fromStdString(change.name);
    case Op: return change.isOutput ? tr("model output") : QString::fromStdString(change.opType);
    case Dtype: return QString::fromStdString(change.dtypeAfter);
    case Before: return measure(change.before);
    case After: return measure(change.after);
    default: break;
    }
    const auto gain = gainOf(change, m_metric);
    return gain ? QVariant(*gain) : QVariant();
}

QString ChangeTableModel::text(int row, int column) const
{
    const QVariant cell = raw(row, column);
    const ChangeRow& change = *m_rows[std::size_t(row)];
    if (column == Dtype) {
        const auto word = [](const std::string& dtype) {
            return dtype.empty() ? tr("float") : QString::fromStdString(dtype);
        };
        return change.dtypeBefore == change.dtypeAfter
                   ? (change.dtypeAfter.empty() ? QString(kNothing) : word(change.dtypeAfter))
                   : word(change.dtypeBefore) + QStringLiteral(" → ") + word(change.dtypeAfter);
    }
    if (!isNumber(column))
        return cell.toString();
    if (!cell.isValid())
        return kNothing;
    const double value = cell.toDouble();
    if (column != Gain || value == 0.0)
        return formatNumber(value);
    return (value > 0.0 ? QStringLiteral("▲ ") : QStringLiteral("▼ ")) + formatNumber(std::abs(value));
}

QVariant ChangeTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole: return text(index.row(), column);
    case Qt::ToolTipRole:
    case ExactTextRole: {
        const QVariant cell = raw(index.row(), column);
        return isNumber(column) && cell.isValid() ? formatExact(cell.toDouble(), role) : text(index.row(), column);
    }
    case Qt::TextAlignmentRole: return int((isNumber(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::BackgroundRole:
        if (const QVariant gain = raw(index.row(), Gain); column == Gain && gain.isValid() && gain.toDouble() != 0.0) {
            const double share = m_largest > 0.0 ? gain.toDouble() / m_largest : gain.toDouble();
            return divergingColor(share, QGuiApplication::palette().color(QPalette::Base));
        }
        return {};
    case Qt::FontRole:
        if (row(index.row()).isOutput) {
            QFont bold = QGuiApplication::font();
            bold.setBold(true);
            return bold;
        }
        return {};
    case SortRole: return raw(index.row(), column);
    case ElidesMiddleRole: return column == Name;
    default: return {};
    }
}

QVariant ChangeTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((isNumber(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == Gain)
        return tr("▲ better, ▼ worse than before");
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name: return tr("Layer");
    case Op: return tr("Op");
    case Dtype: return tr("Type");
    case Before: return tr("%1 before").arg(metricTitle(m_metric));
    case After: return tr("after");
    default: return tr("Gain");
    }
}

} // namespace ql::widgets
