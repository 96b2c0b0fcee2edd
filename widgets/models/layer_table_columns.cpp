// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/layer_table_columns.h"

#include "widgets/text/core_text.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ql::widgets {

namespace {

using results::MetricId;

constexpr std::pair<LayerColumn, MetricId> kMetrics[]{
    {LayerColumn::Cosine, MetricId::Cosine},
    {LayerColumn::Sqnr, MetricId::Sqnr},
    {LayerColumn::AtolSteps, MetricId::MaxQscaleDiff},
    {LayerColumn::L1, MetricId::L1},
    {LayerColumn::Atol, MetricId::Atol},
    {LayerColumn::Mse, MetricId::Mse},
    {LayerColumn::RelL2, MetricId::RelL2},
    {LayerColumn::Kl, MetricId::Kl},
    {LayerColumn::Js, MetricId::Js},
};

} // namespace

std::optional<MetricId> columnMetric(LayerColumn column)
{
    const auto* found = std::ranges::find(kMetrics, column, [](const auto& each) { return each.first; });
    return found == std::end(kMetrics) ? std::nullopt : std::optional(found->second);
}

LayerColumn columnOf(MetricId metric)
{
    const auto* found = std::ranges::find(kMetrics, metric, [](const auto& each) { return each.second; });
    return found == std::end(kMetrics) ? LayerColumn::Index : found->first;
}

QString metricTitle(MetricId metric)
{
    return QString::fromStdString(coreLabels()(metric));
}

QVariant metricCell(const std::optional<results::Metrics>& metrics, MetricId metric)
{
    const auto value = results::valueOf(metrics, metric);
    return value ? QVariant(*value) : QVariant();
}

QString metricFormula(MetricId metric)
{
    switch (metric) {
    case MetricId::Cosine: return QStringLiteral("Σxy / (‖x‖ · ‖y‖)");
    case MetricId::L1: return QStringLiteral("(1/n) · Σ|x − y|");
    case MetricId::Atol: return QStringLiteral("max |x − y|");
    case MetricId::Mse: return QStringLiteral("(1/n) · Σ(x − y)²");
    case MetricId::Sqnr: return QStringLiteral("20 · log₁₀(‖x‖ / ‖x − y‖)");
    case MetricId::RelL2: return QStringLiteral("‖x − y‖ / ‖x‖");
    case MetricId::Kl: return QStringLiteral("Σ p · ln(p / q)");
    case MetricId::Js: return QStringLiteral("½ Σ p · ln(p / m) + ½ Σ q · ln(q / m), m = (p + q) / 2");
    case MetricId::MaxQscaleDiff: return QStringLiteral("max |x − y| / scale");
    default: return {};
    }
}

QList<LayerColumn> columnsOf(ColumnPreset preset)
{
    using enum LayerColumn;
    switch (preset) {
    case ColumnPreset::Essential: return {Index, Name, BaselineOp, QuantDtype, Qscale, WorstSlice, Advice};
    case ColumnPreset::Ranges:
        return {Index,       Name,        BaselineOp,   QuantDtype,   Qscale,           BaselineMin,      AnalysisMin,
                BaselineMax, AnalysisMax, BaselineMean, AnalysisMean, BaselineVariance, AnalysisVariance, Clamped};
    case ColumnPreset::All: break;
    }
    QList<LayerColumn> all;
    for (int column = 0; column < kLayerColumnCount; ++column)
        all.append(LayerColumn(column));
    return all;
}

} // namespace ql::widgets
