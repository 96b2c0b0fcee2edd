// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/layer_table_model.h"

#include "core/report/compare/compare_report.h"
#include "widgets/style/icons.h"
#include "widgets/text/error_text.h"

#include <algorithm>
#include <set>

namespace ql::widgets {

using results::LayerRow;

namespace {

QColor mutedTextColor()
{
    const QPalette palette = QGuiApplication::palette();
    return mutedColor(palette.color(QPalette::Text), palette.color(QPalette::Base));
}

} // namespace

LayerTableModel::LayerTableModel(QObject* parent)
    : RowTableModel([this](const auto& result, const auto& labels) { return described(result, labels); }, parent)
{
    setResult(nullptr);
}

report::RowColumns<LayerRow> LayerTableModel::described(const results::CompareResult& result,
                                                        const report::Labels& labels) const
{
    auto columns = report::layerColumns(result, labels);
    m_badness.reset();
    for (auto& column : columns)
        if (const auto metric = column.extras.measures)
            column.cell = [this, cell = column.cell, metric = *metric](const LayerRow& row) {
                const auto tried = triedValue(row, metric);
                return tried ? report::Cell(tried->after, badness().badness(metric, tried->after)) : cell(row);
            };
    return columns;
}

const results::BadnessScale& LayerTableModel::badness() const
{
    if (!m_badness)
        m_badness.emplace(*result());
    return *m_badness;
}

QString LayerTableModel::special(const LayerRow& row, LayerColumn column) const
{
    if (const auto metric = columnMetric(column)) {
        const auto tried = triedValue(row, *metric);
        return tried ? tried->text() : QString();
    }
    if (column == LayerColumn::QuantDtype && !results::isOnlyInAnalysis(row))
        return m_overlay.dtypeText(row.name);
    const auto shown = [&] { return shownText(cellOf(row, int(column))); };
    if (column == LayerColumn::Qscale && row.quantizer && row.quantizer->isPerChannel()
        && !row.quantizer->scales.empty())
        return QCoreApplication::translate("Cells", "≤ %1").arg(shown());
    if (column == LayerColumn::Advice && row.advice.size() > 1)
        return QCoreApplication::translate("Cells", "%1 + %2 more").arg(shown()).arg(row.advice.size() - 1);
    return {};
}

std::optional<TriedValue> LayerTableModel::triedValue(const LayerRow& row, results::MetricId metric) const
{
    return results::isOnlyInAnalysis(row) ? std::nullopt : m_overlay.value(row.name, metric);
}

void LayerTableModel::setOverlay(TrialOverlay overlay)
{
    m_overlay = std::move(overlay);
    retranslate(); // every cell may say something else
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

/// A metric without its cell, which sorting would make for each of thousands of rows a dozen times; invalid elsewhere.
QVariant LayerTableModel::sortedBy(const LayerRow& row, LayerColumn column) const
{
    const auto metric = columnMetric(column);
    if (!metric)
        return {};
    if (const auto tried = triedValue(row, *metric))
        return tried->after;
    return metricCell(row.metrics, *metric);
}

/// Whether the comparison itself has something to say there, whatever a trial does.
bool LayerTableModel::isMeasured(const LayerRow& row, int column) const
{
    const auto metric = columnMetric(LayerColumn(column));
    return (metric ? metricCell(row.metrics, *metric) : sortValue(cellOf(row, column))).isValid();
}

QVariant LayerTableModel::other(const LayerRow* const& row, int column, int role) const
{
    const bool isAdvice = LayerColumn(column) == LayerColumn::Advice;
    switch (role) {
    case Qt::DisplayRole: {
        const QString text = special(*row, LayerColumn(column));
        return text.isEmpty() ? QVariant() : QVariant(text);
    }
    case SortRole: return sortedBy(*row, LayerColumn(column));
    case Qt::ToolTipRole: return isAdvice ? QVariant(adviceText(row->advice)) : QVariant();
    case Qt::DecorationRole:
        if (!isAdvice || row->advice.empty())
            return {};
        return severityIcon(std::ranges::max_element(row->advice, {}, &results::Diagnostic::severity)->severity);
    case Qt::ForegroundRole: return isMeasured(*row, column) ? QVariant() : QVariant(mutedTextColor());
    default: return {};
    }
}

} // namespace ql::widgets
