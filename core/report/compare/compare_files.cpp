// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/compare/compare_files.h"

#include "core/report/compare/compare_json.h"
#include "core/report/format/layer_words.h"
#include "core/report/format/number_format.h"
#include "core/report/format/report_files.h"
#include "core/report/table/csv_writer.h"
#include "core/report/table/text_table.h"

#include <algorithm>
#include <utility>

namespace ql::report {

using results::CompareResult;
using results::LayerRow;
using results::LayerSide;
using results::MetricId;
using results::TensorStatistics;

namespace {

struct SeedColumn {
    const char* header;
    TextTable::Align align;
};

constexpr auto kLeft = TextTable::Align::Left;
constexpr auto kRight = TextTable::Align::Right;
constexpr std::size_t kShapeColumn = 3;

/// SPEC.md A, in its order; the running index stands in front. The last four are ours.
constexpr SeedColumn kColumns[]{{"mod_name", kLeft},
                                {"base_op_type", kLeft},
                                {"analy_op_type", kLeft},
                                {"shape", kLeft},
                                {"quant_dtype", kLeft},
                                {"qscale", kRight},
                                {"Cosine", kRight},
                                {"L1", kRight},
                                {"Atol", kRight},
                                {"max_qscale_diff", kRight},
                                {"base_model_min", kRight},
                                {"analy_model_min", kRight},
                                {"base_model_max", kRight},
                                {"analy_model_max", kRight},
                                {"base_model_mean", kRight},
                                {"analy_model_mean", kRight},
                                {"MSE", kRight},
                                {"SQNR", kRight},
                                {"base_model_var", kRight},
                                {"analy_model_var", kRight}};

std::string shapeCell(const LayerRow& layer)
{
    if (layer.state == LayerRow::State::ShapeMismatch)
        return std::string(stateWords(layer.state)) + " " + shapeText(layer.baselineShape) + " / "
               + shapeText(layer.shape);
    const bool isBaselineOnly = layer.state == LayerRow::State::UnmatchedBaseline;
    return shapeText(isBaselineOnly ? layer.baselineShape : layer.shape);
}

/// The scale, or the smallest and largest of a per-channel quantizer.
std::string scaleCell(const LayerRow& layer)
{
    if (!layer.quantizer || layer.quantizer->scales.empty())
        return {};
    const auto [low, high] = std::minmax_element(layer.quantizer->scales.begin(), layer.quantizer->scales.end());
    return layer.quantizer->isPerChannel() ? fixedSeven(*low) + ".." + fixedSeven(*high) : fixedSeven(*low);
}

std::string metricCell(const LayerRow& layer, MetricId metric)
{
    const auto value = layer.metrics ? results::valueOf(*layer.metrics, metric) : std::nullopt;
    return value ? fixedSeven(*value) : std::string();
}

std::string statisticCell(const LayerSide& side, double TensorStatistics::*field)
{
    return side.statistics.count > 0 ? fixedSeven(side.statistics.*field) : std::string();
}

std::vector<std::string> seedCells(const LayerRow& layer)
{
    const auto& base = layer.baseline;
    const auto& analysis = layer.analysis;
    return {layer.name,
            base.opType,
            analysis.opType,
            shapeCell(layer),
            dtypeOf(layer),
            scaleCell(layer),
            metricCell(layer, MetricId::Cosine),
            metricCell(layer, MetricId::L1),
            metricCell(layer, MetricId::Atol),
            metricCell(layer, MetricId::MaxQscaleDiff),
            statisticCell(base, &TensorStatistics::min),
            statisticCell(analysis, &TensorStatistics::min),
            statisticCell(base, &TensorStatistics::max),
            statisticCell(analysis, &TensorStatistics::max),
            statisticCell(base, &TensorStatistics::mean),
            statisticCell(analysis, &TensorStatistics::mean),
            metricCell(layer, MetricId::Mse),
            metricCell(layer, MetricId::Sqnr),
            statisticCell(base, &TensorStatistics::variance),
            statisticCell(analysis, &TensorStatistics::variance)};
}

} // namespace

std::string comparePerLayerTable(const CompareResult& result)
{
    std::vector<TextTable::Column> columns;
    for (const auto& column : kColumns)
        columns.push_back({column.header, column.align});
    TextTable table(std::move(columns));
    for (const auto& layer : result.layers)
        table.addRow(seedCells(layer));
    return table.psql();
}

std::string comparePerLayerCsv(const CompareResult& result)
{
    std::vector<std::string> cells{"index"};
    for (const auto& column : kColumns)
        cells.emplace_back(column.header);
    std::string text = csvLine(cells);
    for (std::size_t i = 0; i < result.layers.size(); ++i) {
        auto layerCells = seedCells(result.layers[i]);
        layerCells[kShapeColumn] = starsForCommas(layerCells[kShapeColumn]);
        cells.assign({std::to_string(i)});
        cells.insert(cells.end(), layerCells.begin(), layerCells.end());
        text += csvLine(cells);
    }
    return text;
}

std::string abnormalLayerAdvisor(const CompareResult& result)
{
    TextTable table({{"mod_name"}, {"op_type"}, {"abnormal_info"}, {"advice"}});
    for (const auto& layer : result.layers)
        for (const auto& finding : layer.advice)
            table.addRow({layer.name, operatorOf(layer), finding.message.english(), finding.remedy.english()});
    return table.psql();
}

std::vector<std::filesystem::path> writeCompareFiles(const CompareResult& result, const std::filesystem::path& folder)
{
    return writeReportFiles(folder, {{"compare_per_layer_out.txt", comparePerLayerTable(result)},
                                     {"compare_per_layer_out.csv", comparePerLayerCsv(result)},
                                     {"abnormal_layer_advisor.txt", abnormalLayerAdvisor(result)},
                                     {"compare.json", compareJson(result)}});
}

} // namespace ql::report
