// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/format/layer_words.h"
#include "core/report/table/column.h"

namespace ql::report {

/// A column of one of a row's metrics.
template <typename Row>
Column<Row> metricColumn(const char* header, std::optional<results::Metrics> Row::*metrics, results::MetricId metric)
{
    return {header, kRight, [=](const Row& row) { return valueOf(row.*metrics, metric); }};
}

/// A column of what one side measured.
template <typename Row, typename Side>
Column<Row> statisticColumn(const char* header, Side Row::*side, double results::TensorStatistics::*field)
{
    return {header, kRight, [=](const Row& row) { return measured((row.*side).statistics, field); }};
}

/// As the seed has it: the class of a module, else the operator.
template <typename Row>
std::string baselineTypeOf(const Row& row)
{
    if constexpr (requires { row.baselineClass; })
        if (!row.baselineClass.empty())
            return row.baselineClass;
    return row.baseline.opType;
}

template <typename Row>
std::string analysisTypeOf(const Row& row)
{
    if constexpr (requires { row.analysisClass; })
        if (!row.analysisClass.empty())
            return row.analysisClass;
    return row.analysis.opType;
}

/// The columns of compare_per_layer_out.txt up to those of its own, for rows that hold @p metrics.
template <typename Row>
Columns<Row> seedLayerColumns(std::function<Cell(const Row&)> shape, std::optional<results::Metrics> Row::*metrics)
{
    using enum results::MetricId;
    using Statistics = results::TensorStatistics;
    return {{"mod_name", kLeft, &Row::name},
            {"base_op_type", kLeft, baselineTypeOf<Row>},
            {"analy_op_type", kLeft, analysisTypeOf<Row>},
            {"shape", kLeft, std::move(shape)},
            {"quant_dtype", kLeft, dtypeOf<Row>},
            {"qscale", kRight,
             [](const Row& row) {
                 if constexpr (requires { row.keptGrid; })
                     if (row.keptGrid && !row.quantizer)
                         return fixedSeven(row.keptGrid->scale);
                 return scaleText(row.quantizer, row.quantizer && row.quantizer->isPerChannel());
             }},
            metricColumn("Cosine", metrics, Cosine),
            metricColumn("L1", metrics, L1),
            metricColumn("Atol", metrics, Atol),
            metricColumn("max_qscale_diff", metrics, MaxQscaleDiff),
            statisticColumn("base_model_min", &Row::baseline, &Statistics::min),
            statisticColumn("analy_model_min", &Row::analysis, &Statistics::min),
            statisticColumn("base_model_max", &Row::baseline, &Statistics::max),
            statisticColumn("analy_model_max", &Row::analysis, &Statistics::max),
            statisticColumn("base_model_mean", &Row::baseline, &Statistics::mean),
            statisticColumn("analy_model_mean", &Row::analysis, &Statistics::mean),
            metricColumn("MSE", metrics, Mse),
            metricColumn("SQNR", metrics, Sqnr)};
}

} // namespace ql::report
