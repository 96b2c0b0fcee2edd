// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/layer_table_model.h"

#include "widgets/style/color_scale.h"
#include "widgets/style/icons.h"
#include "widgets/text/core_text.h"
#include "widgets/text/display_text.h"

#include <QGuiApplication>
#include <QPalette>

#include <algorithm>
#include <cmath>
#include <set>

namespace ql::widgets {

namespace {

QVariant badnessOf(const results::BadnessScale& scale, const results::LayerRow& row, LayerColumn column)
{
    const auto metric = columnMetric(column);
    const QVariant raw = metric ? rawCell(row, column) : QVariant();
    return raw.isValid() ? QVariant(scale.badness(*metric, raw.toDouble())) : QVariant();
}

QVariant decoration(const results::LayerRow& row, LayerColumn column)
{
    if (column != LayerColumn::Advice || row.advice.empty())
        return {};
    return severityIcon(std::ranges::max_element(row.advice, {}, &results::Diagnostic::severity)->severity);
}

} // namespace

LayerTableModel::LayerTableModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void LayerTableModel::setResult(Result result)
{
    beginResetModel();
    m_result = std::move(result);
    m_badness = m_result ? results::BadnessScale(*m_result) : results::BadnessScale();
    endResetModel();
}

QStringList LayerTableModel::operatorTypes() const
{
    std::set<QString> types;
    for (int row = 0; row < rowCount(); ++row)
        for (const auto* side : {&layer(row).baseline, &layer(row).analysis})
            if (!side->opType.empty())
                types.insert(QString::fromStdString(side->opType));
    return {types.begin(), types.end()};
}

int LayerTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_result ? 0 : int(m_result->layers.size());
}

int LayerTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kLayerColumnCount;
}

QVariant LayerTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const results::LayerRow& row = layer(index.row());
    const auto column = LayerColumn(index.column());
    switch (role) {
    case Qt::DisplayRole: return cellText(row, column);
    case Qt::ToolTipRole: return toolTip(row, column);
    case Qt::TextAlignmentRole: return int((isNumeric(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::ForegroundRole: return foreground(row, column);
    case Qt::DecorationRole: return decoration(row, column);
    case SortRole: return rawCell(row, column);
    case BadnessRole: return badnessOf(m_badness, row, column);
    case ExactTextRole: return exactCellText(row, column);
    case ElidesMiddleRole: return column == LayerColumn::Name || column == LayerColumn::Scope;
    default: return {};
    }
}

QVariant LayerTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= kLayerColumnCount)
        return {};
    const auto column = LayerColumn(section);
    switch (role) {
    case Qt::DisplayRole: return columnTitle(column);
    case Qt::ToolTipRole: return columnHint(column);
    case Qt::TextAlignmentRole: return int((isNumeric(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default: return {};
    }
}

QVariant LayerTableModel::foreground(const results::LayerRow& row, LayerColumn column) const
{
    const QPalette palette = QGuiApplication::palette();
    const QVariant raw = rawCell(row, column);
    if (!raw.isValid())
        return mutedColor(palette.color(QPalette::Text), palette.color(QPalette::Base));
    if (raw.typeId() == QMetaType::Double && std::isnan(raw.toDouble()))
        return alarmColor(palette.color(QPalette::Base));
    return {};
}

QVariant LayerTableModel::toolTip(const results::LayerRow& row, LayerColumn column) const
{
    if (const QVariant raw = rawCell(row, column); raw.typeId() == QMetaType::Double)
        return formatExact(raw.toDouble(), Qt::ToolTipRole);
    if (column != LayerColumn::Advice)
        return exactCellText(row, column);
    QStringList lines;
    for (const results::Diagnostic& advice : row.advice)
        lines.append(coreText(advice.message) + u' ' + coreText(advice.remedy));
    return lines.join(u'\n');
}

} // namespace ql::widgets
