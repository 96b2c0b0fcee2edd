// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/layer_table_columns.h"

#include <QCoreApplication>

#include <array>

namespace ql::widgets {

namespace {

using results::MetricId;

constexpr std::array<LayerColumnInfo, kLayerColumnCount> kColumns{{
    {LayerColumn::Index, QT_TRANSLATE_NOOP("Columns", "#"),
     QT_TRANSLATE_NOOP("Columns", "Place in the baseline's execution order")},
    {LayerColumn::Name, QT_TRANSLATE_NOOP("Columns", "Layer"),
     QT_TRANSLATE_NOOP("Columns", "The baseline's node, or the analysis model's if it has no partner"), false},
    {LayerColumn::Scope, QT_TRANSLATE_NOOP("Columns", "Scope"),
     QT_TRANSLATE_NOOP("Columns", "The module that the layer belongs to"), false},
    {LayerColumn::BaselineOp, QT_TRANSLATE_NOOP("Columns", "Op"),
     QT_TRANSLATE_NOOP("Columns", "Operator type in the baseline model"), false},
    {LayerColumn::AnalysisOp, QT_TRANSLATE_NOOP("Columns", "Analysis op"),
     QT_TRANSLATE_NOOP("Columns", "Operator type in the analysis model"), false},
    {LayerColumn::Shape, QT_TRANSLATE_NOOP("Columns", "Shape"),
     QT_TRANSLATE_NOOP("Columns", "Shape of the analysis value"), false},
    {LayerColumn::QuantDtype, QT_TRANSLATE_NOOP("Columns", "Dtype"),
     QT_TRANSLATE_NOOP("Columns", "Integer type of the quantizer behind the analysis value"), false},
    {LayerColumn::Qscale, QT_TRANSLATE_NOOP("Columns", "Scale"),
     QT_TRANSLATE_NOOP("Columns", "One step of the quantizer, in the value's unit")},
    {LayerColumn::Cosine, QT_TRANSLATE_NOOP("Columns", "Cosine"),
     QT_TRANSLATE_NOOP("Columns", "Cosine similarity; 1 is equal, low is bad"), true, MetricId::Cosine},
    {LayerColumn::Sqnr, QT_TRANSLATE_NOOP("Columns", "SQNR (dB)"),
     QT_TRANSLATE_NOOP("Columns", "Signal to quantization noise; low is bad"), true, MetricId::Sqnr},
    {LayerColumn::LocalSqnr, QT_TRANSLATE_NOOP("Columns", "Alone (dB)"),
     QT_TRANSLATE_NOOP("Columns", "SQNR when nothing but this layer is quantized; measured where its error matters")},
    {LayerColumn::AtolSteps, QT_TRANSLATE_NOOP("Columns", "Atol (steps)"),
     QT_TRANSLATE_NOOP("Columns", "Largest difference in steps of the quantizer; 0.5 is perfect rounding"), true,
     MetricId::MaxQscaleDiff},
    {LayerColumn::L1, QT_TRANSLATE_NOOP("Columns", "L1"), QT_TRANSLATE_NOOP("Columns", "Mean absolute difference"),
     true, MetricId::L1},
    {LayerColumn::Atol, QT_TRANSLATE_NOOP("Columns", "Atol"),
     QT_TRANSLATE_NOOP("Columns", "Largest absolute difference"), true, MetricId::Atol},
    {LayerColumn::Mse, QT_TRANSLATE_NOOP("Columns", "MSE"), QT_TRANSLATE_NOOP("Columns", "Mean squared difference"),
     true, MetricId::Mse},
    {LayerColumn::RelL2, QT_TRANSLATE_NOOP("Columns", "Relative L2"),
     QT_TRANSLATE_NOOP("Columns", "Norm of the difference over the baseline's norm"), true, MetricId::RelL2},
    {LayerColumn::Kl, QT_TRANSLATE_NOOP("Columns", "KL (nats)"),
     QT_TRANSLATE_NOOP("Columns", "Kullback-Leibler divergence of the two histograms"), true, MetricId::Kl},
    {LayerColumn::Js, QT_TRANSLATE_NOOP("Columns", "JS (nats)"),
     QT_TRANSLATE_NOOP("Columns", "Jensen-Shannon divergence of the two histograms"), true, MetricId::Js},
    {LayerColumn::BaselineMin, QT_TRANSLATE_NOOP("Columns", "Baseline min"),
     QT_TRANSLATE_NOOP("Columns", "Smallest value in the baseline model")},
    {LayerColumn::AnalysisMin, QT_TRANSLATE_NOOP("Columns", "Analysis min"),
     QT_TRANSLATE_NOOP("Columns", "Smallest value in the analysis model")},
    {LayerColumn::BaselineMax, QT_TRANSLATE_NOOP("Columns", "Baseline max"),
     QT_TRANSLATE_NOOP("Columns", "Largest value in the baseline model")},
    {LayerColumn::AnalysisMax, QT_TRANSLATE_NOOP("Columns", "Analysis max"),
     QT_TRANSLATE_NOOP("Columns", "Largest value in the analysis model")},
    {LayerColumn::BaselineMean, QT_TRANSLATE_NOOP("Columns", "Baseline mean"),
     QT_TRANSLATE_NOOP("Columns", "Mean value in the baseline model")},
    {LayerColumn::AnalysisMean, QT_TRANSLATE_NOOP("Columns", "Analysis mean"),
     QT_TRANSLATE_NOOP("Columns", "Mean value in the analysis model")},
    {LayerColumn::BaselineVariance, QT_TRANSLATE_NOOP("Columns", "Baseline variance"),
     QT_TRANSLATE_NOOP("Columns", "Population variance in the baseline model")},
    {LayerColumn::AnalysisVariance, QT_TRANSLATE_NOOP("Columns", "Analysis variance"),
     QT_TRANSLATE_NOOP("Columns", "Population variance in the analysis model")},
    {LayerColumn::Clamped, QT_TRANSLATE_NOOP("Columns", "Clamped (%)"),
     QT_TRANSLATE_NOOP("Columns", "Share of baseline values outside the quantizer's range")},
    {LayerColumn::MatchRule, QT_TRANSLATE_NOOP("Columns", "Matched by"),
     QT_TRANSLATE_NOOP("Columns", "How the two layers were paired"), false},
    {LayerColumn::Confidence, QT_TRANSLATE_NOOP("Columns", "Confidence"),
     QT_TRANSLATE_NOOP("Columns", "How sure the pairing is, 0 to 1")},
    {LayerColumn::Macs, QT_TRANSLATE_NOOP("Columns", "MACs"),
     QT_TRANSLATE_NOOP("Columns", "Multiply-accumulate operations")},
    {LayerColumn::Advice, QT_TRANSLATE_NOOP("Columns", "Advice"),
     QT_TRANSLATE_NOOP("Columns", "What was found about the layer, the most important first"), false},
}};

} // namespace

const LayerColumnInfo& infoOf(LayerColumn column)
{
    return kColumns[std::size_t(column)];
}

QString columnTitle(LayerColumn column)
{
    return QCoreApplication::translate("Columns", infoOf(column).title);
}

std::optional<MetricId> columnMetric(LayerColumn column)
{
    return infoOf(column).metric;
}

LayerColumn columnOf(MetricId metric)
{
    for (const LayerColumnInfo& column : kColumns)
        if (column.metric == metric)
            return column.column;
    return LayerColumn::Index;
}

QString metricTitle(MetricId metric)
{
    if (metric == MetricId::Custom)
        return QCoreApplication::translate("Columns", "Own metric");
    if (metric == MetricId::Accuracy)
        return QCoreApplication::translate("Columns", "Accuracy");
    if (results::isJudged(metric))
        return QCoreApplication::translate("Columns", "Own judge");
    return columnTitle(columnOf(metric));
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

QString columnHint(LayerColumn column)
{
    const QString hint = QCoreApplication::translate("Columns", infoOf(column).hint);
    const auto metric = columnMetric(column);
    return metric ? hint + u'\n' + metricFormula(*metric) : hint;
}

QList<LayerColumn> columnsOf(ColumnPreset preset)
{
    using enum LayerColumn;
    switch (preset) {
    case ColumnPreset::Essential:
        return {Index, Name, BaselineOp, QuantDtype, Cosine, Sqnr, LocalSqnr, AtolSteps, Advice};
    case ColumnPreset::Ranges:
        return {Index,       Name,        BaselineOp,   QuantDtype,   Qscale,           BaselineMin,      AnalysisMin,
                BaselineMax, AnalysisMax, BaselineMean, AnalysisMean, BaselineVariance, AnalysisVariance, Clamped};
    case ColumnPreset::All: break;
    }
    QList<LayerColumn> all;
    for (const LayerColumnInfo& column : kColumns)
        all.append(column.column);
    return all;
}

} // namespace ql::widgets
