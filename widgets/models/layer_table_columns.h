// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/compare_result.h"

#include <QList>
#include <QString>
#include <QVariant>

#include <optional>

namespace ql::widgets {

/// The columns of the layer table, in their default order: what identifies a layer, the metrics, then the seventeen
/// of the seed tools that are left, then the rest: as report::layerColumns() describes them.
enum class LayerColumn {
    Index,
    Name,
    Scope,
    BaselineOp,
    AnalysisOp,
    Shape,
    QuantDtype,
    Qscale,
    Cosine,
    Sqnr,
    WorstSlice,
    LocalSqnr,
    AtolSteps,
    L1,
    Atol,
    Mse,
    RelL2,
    Kl,
    Js,
    BaselineMin,
    AnalysisMin,
    BaselineMax,
    AnalysisMax,
    BaselineMean,
    AnalysisMean,
    BaselineVariance,
    AnalysisVariance,
    Clamped,
    MatchRule,
    Confidence,
    Macs,
    Advice,
    Count
};

constexpr int kLayerColumnCount = int(LayerColumn::Count);

enum class ColumnPreset { Essential, All, Ranges };

/// Set for the columns that show a metric.
std::optional<results::MetricId> columnMetric(LayerColumn column);
LayerColumn columnOf(results::MetricId metric);
/// The metric's name with its unit, e.g. "SQNR (dB)".
QString metricTitle(results::MetricId metric);
/// "20 · log₁₀(‖x‖ / ‖x − y‖)", x the baseline's value, y the analysis model's; empty for what only a function says.
QString metricFormula(results::MetricId metric);
/// For a cell: the value, or invalid where there is none.
QVariant metricCell(const std::optional<results::Metrics>& metrics, results::MetricId metric);
QList<LayerColumn> columnsOf(ColumnPreset preset);

} // namespace ql::widgets
