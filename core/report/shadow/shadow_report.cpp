// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/shadow/shadow_report.h"

#include "core/report/format/number_format.h"
#include "core/report/format/report_files.h"
#include "core/report/json/json_writer.h"
#include "core/report/json/layer_json.h"
#include "core/report/table/csv_writer.h"
#include "core/report/table/text_table.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>

namespace ql::report {

using results::MetricId;
using results::Metrics;
using results::ShadowResult;
using results::ShadowRow;
using results::TensorStatistics;

namespace {

constexpr auto kLeft = TextTable::Align::Left;
constexpr auto kRight = TextTable::Align::Right;
constexpr std::size_t kNameWidth = 40;
constexpr std::size_t kShapeColumn = 3;

constexpr TextTable::Align alignOf(std::size_t column)
{
    return column < 5 ? kLeft : kRight;
}

constexpr const char* kColumns[]{"mod_name",
                                 "base_op_type",
                                 "analy_op_type",
                                 "shape",
                                 "quant_dtype",
                                 "qscale",
                                 "Cosine",
                                 "L1",
                                 "Atol",
                                 "max_qscale_diff",
                                 "base_model_min",
                                 "analy_model_min",
                                 "base_model_max",
                                 "analy_model_max",
                                 "base_model_mean",
                                 "analy_model_mean",
                                 "MSE",
                                 "SQNR",
                                 "SQNR_on_analysis_inputs",
                                 "Cosine_on_analysis_inputs",
                                 "accumulated_SQNR"};

const char* stateWords(ShadowRow::State state)
{
    switch (state) {
    case ShadowRow::State::Compared: return "";
    case ShadowRow::State::ShapeMismatch: return "mismatch shape";
    case ShadowRow::State::Failed: return "failed";
    case ShadowRow::State::UnmatchedBaseline:
    case ShadowRow::State::UnmatchedAnalysis: return "no partner";
    }
    return "";
}

const std::string& operatorOf(const ShadowRow& row)
{
    return row.analysis.opType.empty() ? row.baseline.opType : row.analysis.opType;
}

const std::string& dtypeOf(const ShadowRow& row)
{
    if (row.quantizer)
        return row.quantizer->dtype;
    return row.analysis.dtype.empty() ? row.baseline.dtype : row.analysis.dtype;
}

std::string cell(const std::optional<Metrics>& metrics, MetricId metric, std::string (*format)(double),
                 const char* nothing = "")
{
    const auto value = metrics ? results::valueOf(*metrics, metric) : std::nullopt;
    return value ? format(*value) : nothing;
}

std::vector<const ShadowRow*> sortedRows(const ShadowResult& result, const ShadowTextOptions& options)
{
    std::vector<const ShadowRow*> rows;
    for (const auto& row : result.rows)
        rows.push_back(&row);
    if (options.sortBy)
        std::ranges::stable_sort(rows, [metric = *options.sortBy](const ShadowRow* a, const ShadowRow* b) {
            const auto left = a->onBaselineInputs ? results::valueOf(*a->onBaselineInputs, metric) : std::nullopt;
            const auto right = b->onBaselineInputs ? results::valueOf(*b->onBaselineInputs, metric) : std::nullopt;
            return left && right ? results::isWorse(metric, *left, *right) : left.has_value() && !right.has_value();
        });
    if (options.top > 0 && rows.size() > options.top)
        rows.resize(options.top);
    return rows;
}

std::string scaleCell(const ShadowRow& row)
{
    if (!row.quantizer || row.quantizer->scales.empty())
        return {};
    const auto [low, high] = std::ranges::minmax(row.quantizer->scales);
    return row.quantizer->isPerChannel() ? fixedSeven(low) + ".." + fixedSeven(high) : fixedSeven(low);
}

std::vector<std::string> fileCells(const ShadowRow& row)
{
    const auto statistic = [](const results::LayerSide& side, double TensorStatistics::*field) {
        return side.statistics.count > 0 ? fixedSeven(side.statistics.*field) : std::string();
    };
    const auto local = [&row](MetricId metric) { return cell(row.onBaselineInputs, metric, fixedSeven); };
    const std::string labels = stateWords(row.state);
    return {row.name,
            row.baseline.opType,
            row.analysis.opType,
            labels.empty() ? shapeText(row.shape) : labels,
            dtypeOf(row),
            scaleCell(row),
            local(MetricId::Cosine),
            local(MetricId::L1),
            local(MetricId::Atol),
            local(MetricId::MaxQscaleDiff),
            statistic(row.baseline, &TensorStatistics::min),
            statistic(row.analysis, &TensorStatistics::min),
            statistic(row.baseline, &TensorStatistics::max),
            statistic(row.analysis, &TensorStatistics::max),
            statistic(row.baseline, &TensorStatistics::mean),
            statistic(row.analysis, &TensorStatistics::mean),
            local(MetricId::Mse),
            local(MetricId::Sqnr),
            cell(row.onAnalysisInputs, MetricId::Sqnr, fixedSeven),
            cell(row.onAnalysisInputs, MetricId::Cosine, fixedSeven),
            cell(row.accumulated, MetricId::Sqnr, fixedSeven)};
}

std::string unmatchedSection(const char* title, const std::vector<std::string>& names)
{
    return names.empty() ? std::string()
                         : fmt::format("Only in the {} ({}): {}\n", title, names.size(),
                                       oneLine(fmt::format("{}", fmt::join(names, ", "))));
}

Json rowJson(const ShadowRow& row)
{
    Json json;
    json["index"] = row.index;
    json["name"] = row.name;
    json["scope"] = row.scope;
    json["state"] = shadowStateKey(row.state);
    json["baseline"] = sideJson(row.baseline);
    json["analysis"] = sideJson(row.analysis);
    json["shape"] = row.shape;
    addQuantizer(json, row.quantizer);
    json["match"] = matchJson(row.match);
    json["metrics"] = metricsJson(row.onBaselineInputs);
    json["metrics_on_analysis_inputs"] = metricsJson(row.onAnalysisInputs);
    json["accumulated"] = metricsJson(row.accumulated);
    json["problem"] = row.problem.empty() ? Json(nullptr) : Json(row.problem.english());
    return json;
}

} // namespace

std::string_view shadowStateKey(ShadowRow::State state)
{
    switch (state) {
    case ShadowRow::State::Compared: return "compared";
    case ShadowRow::State::ShapeMismatch: return "shape-mismatch";
    case ShadowRow::State::Failed: return "failed";
    case ShadowRow::State::UnmatchedBaseline: return "unmatched-baseline";
    case ShadowRow::State::UnmatchedAnalysis: return "unmatched-analysis";
    }
    return {};
}

std::string shadowText(const ShadowResult& result, const ShadowTextOptions& options)
{
    const auto rows = sortedRows(result, options);
    TextTable table({{"#", kRight},
                     {"layer"},
                     {"op"},
                     {"dtype"},
                     {"SQNR dB", kRight},
                     {"on analysis inputs", kRight},
                     {"accumulated", kRight},
                     {"cosine", kRight},
                     {"Atol/step", kRight}});
    std::string problems;
    for (const auto* row : rows) {
        const auto& local = row->onBaselineInputs;
        table.addRow({std::to_string(row->index), shortened(oneLine(row->name), kNameWidth), operatorOf(*row),
                      dtypeOf(*row), local ? cell(local, MetricId::Sqnr, fourDigits) : stateWords(row->state),
                      cell(row->onAnalysisInputs, MetricId::Sqnr, fourDigits, "-"),
                      cell(row->accumulated, MetricId::Sqnr, fourDigits, "-"),
                      cell(local, MetricId::Cosine, fourDigits, "-"),
                      cell(local, MetricId::MaxQscaleDiff, fourDigits, "-")});
        if (!row->problem.empty())
            problems += fmt::format("  {}: {}\n", oneLine(row->name), oneLine(row->problem.english()));
    }
    const auto order = options.sortBy ? fmt::format("worst {} first", results::key(*options.sortBy))
                                      : std::string("in order of execution");
    const auto compared =
        std::ranges::count_if(result.rows, [](const auto& row) { return row.onBaselineInputs.has_value(); });
    return fmt::format("baseline  {}\nanalysis  {}\n\nEach layer's own error, {} ({} of {})\n{}{}\n",
                       oneLine(result.baseline), oneLine(result.analysis), order, rows.size(), result.rows.size(),
                       table.plain(), problems)
           + unmatchedSection("baseline", result.unmatchedBaseline)
           + unmatchedSection("analysis model", result.unmatchedAnalysis)
           + fmt::format("SQNR: the quantized layer on the baseline's inputs. On analysis inputs: the float layer "
                         "there. Accumulated: the two models.\n{} of {} quantized layers run again in {}; {} layers "
                         "aren't quantized.\n",
                         compared, result.rows.size(), secondsText(result.totalSeconds), result.unquantizedLayers);
}

std::string shadowJson(const ShadowResult& result)
{
    Json document = documentHead("shadow");
    document["baseline"] = result.baseline;
    document["analysis"] = result.analysis;
    document["rows"] = Json::array();
    for (const auto& row : result.rows)
        document["rows"].push_back(rowJson(row));
    document["unmatched"] = {{"baseline", result.unmatchedBaseline}, {"analysis", result.unmatchedAnalysis}};
    document["unquantized_layers"] = result.unquantizedLayers;
    document["seconds"] = {{"total", jsonNumber(result.totalSeconds)}};
    return documentText(document);
}

std::string shadowTable(const ShadowResult& result)
{
    std::vector<TextTable::Column> columns;
    for (const auto* header : kColumns)
        columns.push_back({header, alignOf(columns.size())});
    TextTable table(std::move(columns));
    for (const auto& row : result.rows)
        table.addRow(fileCells(row));
    return table.psql();
}

std::string shadowCsv(const ShadowResult& result)
{
    std::vector<std::string> cells{"index"};
    std::ranges::copy(kColumns, std::back_inserter(cells));
    std::string text = csvLine(cells);
    for (const auto& row : result.rows) {
        auto rowCells = fileCells(row);
        rowCells[kShapeColumn] = starsForCommas(std::move(rowCells[kShapeColumn]));
        cells.assign({std::to_string(row.index)});
        cells.insert(cells.end(), rowCells.begin(), rowCells.end());
        text += csvLine(cells);
    }
    return text;
}

std::vector<std::filesystem::path> writeShadowFiles(const ShadowResult& result, const std::filesystem::path& folder)
{
    return writeReportFiles(
        folder,
        {{"shadow.txt", shadowTable(result)}, {"shadow.csv", shadowCsv(result)}, {"shadow.json", shadowJson(result)}});
}

} // namespace ql::report
