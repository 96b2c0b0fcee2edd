// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/layer_table_model.h"

#include "widgets/style/icons.h"
#include "widgets/text/error_text.h"

#include <algorithm>
#include <set>

namespace ql::widgets {

LayerTableModel::LayerTableModel(QObject* parent)
    : TableModel(parent)
{
    std::vector<TableColumn<const results::LayerRow*>> columns;
    for (int column = 0; column < kLayerColumnCount; ++column)
        columns.push_back(described(LayerColumn(column)));
    setColumns(std::move(columns));
    setLayerOf([](const results::LayerRow* row) { return row->name; });
}

TableColumn<const results::LayerRow*> LayerTableModel::described(LayerColumn column) const
{
    using results::LayerRow;
    const LayerColumnInfo& info = infoOf(column);
    TableColumn<const LayerRow*> described{
        .title = info.title,
        .value = [column](const LayerRow* row) { return rawCell(*row, column); },
        .isRight = info.isNumeric,
        .hint = info.hint,
        .text = [column](const LayerRow* row) { return cellText(*row, column); },
        .exact = [column](const LayerRow* row) { return exactCellText(*row, column); },
        .elidesMiddle = column == LayerColumn::Name || column == LayerColumn::Scope,
        .sharesScope = column == LayerColumn::Name};
    if (info.metric)
        describeMetric(described, column, *info.metric);
    if (column == LayerColumn::QuantDtype)
        described.text = [this, column](const LayerRow* row) {
            const QString tried = results::isOnlyInAnalysis(*row) ? QString() : m_overlay.dtypeText(row->name);
            return tried.isEmpty() ? cellText(*row, column) : tried;
        };
    if (column == LayerColumn::Advice)
        described.tip = [](const LayerRow* row) { return adviceText(row->advice); };
    return described;
}

void LayerTableModel::describeMetric(TableColumn<const results::LayerRow*>& described, LayerColumn column,
                                     results::MetricId metric) const
{
    using results::LayerRow;
    described.value = [this, column, metric](const LayerRow* row) {
        const auto tried = triedValue(*row, metric);
        return tried ? QVariant(tried->after) : rawCell(*row, column);
    };
    described.text = [this, column, metric](const LayerRow* row) {
        const auto tried = triedValue(*row, metric);
        return tried ? tried->text() : cellText(*row, column);
    };
    described.bar = [this, value = described.value, metric](const LayerRow* row) {
        const QVariant raw = value(row);
        return raw.isValid() ? QVariant(m_badness.badness(metric, raw.toDouble())) : QVariant();
    };
}

std::optional<TriedValue> LayerTableModel::triedValue(const results::LayerRow& row, results::MetricId metric) const
{
    return results::isOnlyInAnalysis(row) ? std::nullopt : m_overlay.value(row.name, metric);
}

void LayerTableModel::setOverlay(TrialOverlay overlay)
{
    m_overlay = std::move(overlay);
    retranslate(); // every cell may say something else
}

void LayerTableModel::setResult(Result result)
{
    beginResetModel();
    m_result = std::move(result);
    m_badness = m_result ? results::BadnessScale(*m_result) : results::BadnessScale();
    rows().clear();
    if (m_result)
        for (const results::LayerRow& row : m_result->layers)
            rows().push_back(&row);
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

QString LayerTableModel::headerText(int section, const char* source) const
{
    const auto column = LayerColumn(section);
    if (source == infoOf(column).hint)
        return columnHint(column);
    return QCoreApplication::translate("Columns", source);
}

QVariant LayerTableModel::other(const results::LayerRow* const& row, int column, int role) const
{
    if (role == Qt::DecorationRole && LayerColumn(column) == LayerColumn::Advice && !row->advice.empty())
        return severityIcon(std::ranges::max_element(row->advice, {}, &results::Diagnostic::severity)->severity);
    if (role == Qt::ForegroundRole && !rawCell(*row, LayerColumn(column)).isValid()) {
        const QPalette palette = QGuiApplication::palette();
        return mutedColor(palette.color(QPalette::Text), palette.color(QPalette::Base));
    }
    return {};
}

} // namespace ql::widgets
