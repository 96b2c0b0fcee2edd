// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/layer_table_columns.h"

#include "core/base/order.h"
#include "widgets/text/core_text.h"
#include "widgets/text/display_text.h"
#include "widgets/text/error_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace ql::widgets {

namespace {

using results::LayerRow;
using results::TensorStatistics;

constexpr QChar kNotApplicable(0x2014);

QString text(const std::string& words)
{
    return QString::fromStdString(words);
}

bool hasBaseline(const LayerRow& row)
{
    return row.state != LayerRow::State::UnmatchedAnalysis && !row.baseline.value.empty();
}

bool hasAnalysis(const LayerRow& row)
{
    return row.state != LayerRow::State::UnmatchedBaseline && !row.analysis.value.empty();
}

bool isMatched(const LayerRow& row)
{
    return hasBaseline(row) && hasAnalysis(row);
}

QVariant textOrNothing(bool isThere, const std::string& words)
{
    return isThere && !words.empty() ? QVariant(text(words)) : QVariant();
}

QVariant statistic(bool isThere, const results::LayerSide& side, double TensorStatistics::*field)
{
    return isThere && side.statistics.count > 0 ? QVariant(side.statistics.*field) : QVariant();
}

QVariant clampedPercent(const LayerRow& row)
{
    const auto count = row.baseline.statistics.count;
    if (!row.quantizer || count == 0)
        return {};
    return 100.0 * double(row.clampedCount) / double(count);
}

QVariant qscale(const LayerRow& row)
{
    if (!row.quantizer || row.quantizer->scales.empty())
        return {};
    return extentOf(row.quantizer->scales).high;
}

/// The word for a cell without a value.
QString absence(const LayerRow& row, LayerColumn column)
{
    const bool isOfBaseline = column == LayerColumn::BaselineOp || column == LayerColumn::BaselineMin
                              || column == LayerColumn::BaselineMax || column == LayerColumn::BaselineMean
                              || column == LayerColumn::BaselineVariance;
    const bool isOfAnalysis = column == LayerColumn::AnalysisOp || column == LayerColumn::AnalysisMin
                              || column == LayerColumn::AnalysisMax || column == LayerColumn::AnalysisMean
                              || column == LayerColumn::AnalysisVariance;
    const bool needsPartner =
        columnMetric(column) || column == LayerColumn::MatchRule || column == LayerColumn::Confidence;
    if (row.state == LayerRow::State::Fused && (needsPartner || isOfBaseline || isOfAnalysis))
        return coreWord("fused");
    if ((needsPartner && !isMatched(row)) || (isOfBaseline && !hasBaseline(row)) || (isOfAnalysis && !hasAnalysis(row)))
        return coreWord("no partner");
    if (columnMetric(column) && row.state == LayerRow::State::ShapeMismatch)
        return coreWord("shapes differ");
    if (columnMetric(column) && results::isLeftOut(row))
        return coreWord("not run");
    if (columnMetric(column) && row.state == LayerRow::State::Strings)
        return coreWord("strings");
    return QString(kNotApplicable);
}

} // namespace

QVariant metricCell(const std::optional<results::Metrics>& metrics, results::MetricId metric)
{
    const auto value = metrics ? results::valueOf(*metrics, metric) : std::nullopt;
    return value ? QVariant(*value) : QVariant();
}

QVariant rawCell(const LayerRow& row, LayerColumn column)
{
    if (const auto metric = columnMetric(column))
        return metricCell(row.metrics, *metric);
    switch (column) {
    case LayerColumn::Index: return row.index;
    case LayerColumn::Name: return text(row.name);
    case LayerColumn::Scope: return textOrNothing(true, row.scope);
    case LayerColumn::BaselineOp: return textOrNothing(hasBaseline(row), row.baseline.opType);
    case LayerColumn::AnalysisOp: return textOrNothing(hasAnalysis(row), row.analysis.opType);
    case LayerColumn::Shape: return formatShape(hasAnalysis(row) ? row.shape : row.baselineShape);
    case LayerColumn::QuantDtype: return row.quantizer ? QVariant(text(row.quantizer->dtype)) : QVariant();
    case LayerColumn::Qscale: return qscale(row);
    case LayerColumn::BaselineMin: return statistic(hasBaseline(row), row.baseline, &TensorStatistics::min);
    case LayerColumn::AnalysisMin: return statistic(hasAnalysis(row), row.analysis, &TensorStatistics::min);
    case LayerColumn::BaselineMax: return statistic(hasBaseline(row), row.baseline, &TensorStatistics::max);
    case LayerColumn::AnalysisMax: return statistic(hasAnalysis(row), row.analysis, &TensorStatistics::max);
    case LayerColumn::BaselineMean: return statistic(hasBaseline(row), row.baseline, &TensorStatistics::mean);
    case LayerColumn::AnalysisMean: return statistic(hasAnalysis(row), row.analysis, &TensorStatistics::mean);
    case LayerColumn::BaselineVariance: return statistic(hasBaseline(row), row.baseline, &TensorStatistics::variance);
    case LayerColumn::AnalysisVariance: return statistic(hasAnalysis(row), row.analysis, &TensorStatistics::variance);
    case LayerColumn::LocalSqnr: return row.causes ? QVariant(row.causes->localDb) : QVariant();
    case LayerColumn::Clamped: return clampedPercent(row);
    case LayerColumn::MatchRule:
        return isMatched(row) && !row.match.rule.empty() ? QVariant(matchRuleText(row.match.rule)) : QVariant();
    case LayerColumn::Confidence: return isMatched(row) ? QVariant(row.match.confidence) : QVariant();
    case LayerColumn::Macs: return QVariant::fromValue<qulonglong>(row.macs);
    case LayerColumn::Advice: return row.advice.empty() ? QVariant() : QVariant(adviceTitle(row.advice.front()));
    default: return {};
    }
}

QString cellText(const LayerRow& row, LayerColumn column)
{
    const QVariant raw = rawCell(row, column);
    if (!raw.isValid())
        return absence(row, column);
    if (column == LayerColumn::Macs)
        return formatCount(row.macs);
    if (column == LayerColumn::Qscale && row.quantizer->isPerChannel())
        return QCoreApplication::translate("Cells", "≤ %1").arg(formatNumber(raw.toDouble()));
    if (column == LayerColumn::Advice && row.advice.size() > 1)
        return QCoreApplication::translate("Cells", "%1 + %2 more").arg(raw.toString()).arg(row.advice.size() - 1);
    return raw.typeId() == QMetaType::Double ? formatNumber(raw.toDouble()) : raw.toString();
}

QString exactCellText(const LayerRow& row, LayerColumn column)
{
    const QVariant raw = rawCell(row, column);
    return raw.isValid() && raw.typeId() == QMetaType::Double ? formatExact(raw.toDouble())
           : raw.isValid()                                    ? raw.toString()
                                                              : absence(row, column);
}

} // namespace ql::widgets
