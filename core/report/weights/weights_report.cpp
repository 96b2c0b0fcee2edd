// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/weights/weights_report.h"

#include "core/report/format/number_format.h"
#include "core/report/format/report_files.h"
#include "core/report/table/csv_writer.h"
#include "core/report/table/text_table.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>

namespace ql::report {

using results::MetricId;
using results::WeightRow;
using results::WeightsResult;

namespace {

constexpr auto kRight = TextTable::Align::Right;
constexpr std::size_t kNameWidth = 44;
constexpr std::size_t kShapeColumn = 5;

std::optional<double> valueOf(const WeightRow& row, MetricId metric)
{
    return row.metrics ? results::valueOf(*row.metrics, metric) : std::nullopt;
}

const char* stateWords(WeightRow::State state)
{
    switch (state) {
    case WeightRow::State::Compared: return "";
    case WeightRow::State::UnmatchedBaseline:
    case WeightRow::State::UnmatchedAnalysis: return "no partner";
    case WeightRow::State::Unreadable: return "unreadable";
    }
    return "";
}

std::string_view operatorOf(const WeightRow& row)
{
    return row.analysis.opType.empty() ? row.baseline.opType : row.analysis.opType;
}

const std::string& dtypeOf(const WeightRow& row)
{
    return row.analysis.dtype.empty() ? row.baseline.dtype : row.analysis.dtype;
}

std::size_t outlierCount(const WeightRow& row)
{
    return static_cast<std::size_t>(std::ranges::count_if(row.channels, &results::WeightChannel::isOutlier));
}

std::string outlierCell(const WeightRow& row)
{
    const auto count = outlierCount(row);
    return count == 0 ? std::string() : fmt::format("{} of {}", count, row.channels.size());
}

std::string worstChannelCell(const WeightRow& row)
{
    const auto* worst = row.worstChannel();
    return worst ? fmt::format("{}: {} dB", worst->channel, fourDigits(worst->sqnrDb)) : std::string();
}

std::vector<const WeightRow*> sortedRows(const WeightsResult& result, const WeightsTextOptions& options)
{
    std::vector<const WeightRow*> rows;
    for (const auto& row : result.rows)
        rows.push_back(&row);
    if (options.sortBy)
        std::ranges::stable_sort(rows, [metric = *options.sortBy](const WeightRow* a, const WeightRow* b) {
            const auto left = valueOf(*a, metric);
            const auto right = valueOf(*b, metric);
            return left && right ? results::isWorse(metric, *left, *right) : left.has_value() && !right.has_value();
        });
    if (options.top > 0 && rows.size() > options.top)
        rows.resize(options.top);
    return rows;
}

std::string unmatchedSection(const char* title, const std::vector<std::string>& names)
{
    return names.empty() ? std::string()
                         : fmt::format("Only in the {} ({}): {}\n", title, names.size(),
                                       oneLine(fmt::format("{}", fmt::join(names, ", "))));
}

struct FileColumn {
    const char* header;
    TextTable::Align align;
};

constexpr auto kLeft = TextTable::Align::Left;
constexpr FileColumn kColumns[]{{"weight", kLeft},
                                {"analysis_weight", kLeft},
                                {"layer", kLeft},
                                {"base_op_type", kLeft},
                                {"analy_op_type", kLeft},
                                {"shape", kLeft},
                                {"quant_dtype", kLeft},
                                {"granularity", kLeft},
                                {"qscale", kRight},
                                {"Cosine", kRight},
                                {"L1", kRight},
                                {"Atol", kRight},
                                {"max_qscale_diff", kRight},
                                {"base_min", kRight},
                                {"analy_min", kRight},
                                {"base_max", kRight},
                                {"analy_max", kRight},
                                {"MSE", kRight},
                                {"SQNR", kRight},
                                {"worst_channel", kRight},
                                {"worst_channel_SQNR", kRight},
                                {"range_outliers", kRight},
                                {"match", kLeft},
                                {"state", kLeft}};

std::string scaleCell(const WeightRow& row)
{
    if (!row.quantizer || row.quantizer->scales.empty())
        return {};
    const auto [low, high] = std::ranges::minmax(row.quantizer->scales);
    return row.quantizer->scales.size() > 1 ? fixedSeven(low) + ".." + fixedSeven(high) : fixedSeven(low);
}

std::vector<std::string> fileCells(const WeightRow& row)
{
    const auto metric = [&row](MetricId id) {
        const auto value = valueOf(row, id);
        return value ? fixedSeven(*value) : std::string();
    };
    const auto measured = [](const results::WeightSide& side, double results::TensorStatistics::*field) {
        return side.statistics.count > 0 ? fixedSeven(side.statistics.*field) : std::string();
    };
    const auto* worst = row.worstChannel();
    return {row.baseline.name,
            row.analysis.name,
            row.layer(),
            row.baseline.opType,
            row.analysis.opType,
            shapeText(row.baseline.name.empty() ? row.analysis.shape : row.baseline.shape),
            dtypeOf(row),
            row.granularity,
            scaleCell(row),
            metric(MetricId::Cosine),
            metric(MetricId::L1),
            metric(MetricId::Atol),
            metric(MetricId::MaxQscaleDiff),
            measured(row.baseline, &results::TensorStatistics::min),
            measured(row.analysis, &results::TensorStatistics::min),
            measured(row.baseline, &results::TensorStatistics::max),
            measured(row.analysis, &results::TensorStatistics::max),
            metric(MetricId::Mse),
            metric(MetricId::Sqnr),
            worst ? std::to_string(worst->channel) : std::string(),
            worst ? fixedSeven(worst->sqnrDb) : std::string(),
            row.channels.empty() ? std::string() : std::to_string(outlierCount(row)),
            row.match.rule,
            stateWords(row.state)};
}

} // namespace

std::string weightsText(const WeightsResult& result, const WeightsTextOptions& options)
{
    const auto rows = sortedRows(result, options);
    TextTable table({{"#", kRight},
                     {"weight"},
                     {"op"},
                     {"dtype"},
                     {"granularity"},
                     {"SQNR dB", kRight},
                     {"cosine", kRight},
                     {"Atol/step", kRight},
                     {"worst channel", kRight},
                     {"range outliers", kRight}});
    const auto cell = [](const WeightRow& row, MetricId metric) {
        const auto value = valueOf(row, metric);
        return value ? fourDigits(*value) : std::string("-");
    };
    std::string problems;
    for (const auto* row : rows) {
        table.addRow({std::to_string(row->index), shortened(oneLine(row->name()), kNameWidth),
                      std::string(operatorOf(*row)), dtypeOf(*row), row->granularity,
                      row->metrics ? cell(*row, MetricId::Sqnr) : stateWords(row->state), cell(*row, MetricId::Cosine),
                      cell(*row, MetricId::MaxQscaleDiff), worstChannelCell(*row), outlierCell(*row)});
        if (!row->problem.empty())
            problems += fmt::format("  {}: {}\n", oneLine(row->name()), oneLine(row->problem.english()));
    }
    const auto order = options.sortBy ? fmt::format("worst {} first", results::key(*options.sortBy))
                                      : std::string("in the baseline's order");
    const auto compared = std::ranges::count_if(result.rows, [](const auto& row) { return row.metrics.has_value(); });
    return fmt::format("baseline  {}\nanalysis  {}\n\nWeights, {} ({} of {})\n{}{}\n", oneLine(result.baseline),
                       oneLine(result.analysis), order, rows.size(), result.rows.size(), table.plain(), problems)
           + unmatchedSection("baseline", result.unmatchedBaseline)
           + unmatchedSection("analysis model", result.unmatchedAnalysis)
           + fmt::format("Range outliers are channels whose largest |weight| is more than {0:g} times above or below "
                         "the median channel's.\n{1} of {2} weights compared.\n",
                         results::kOutlierRatio, compared, result.rows.size());
}

std::string weightsTable(const WeightsResult& result)
{
    std::vector<TextTable::Column> columns;
    for (const auto& column : kColumns)
        columns.push_back({column.header, column.align});
    TextTable table(std::move(columns));
    for (const auto& row : result.rows)
        table.addRow(fileCells(row));
    return table.psql();
}

std::string weightsCsv(const WeightsResult& result)
{
    std::vector<std::string> cells{"index"};
    std::ranges::transform(kColumns, std::back_inserter(cells), &FileColumn::header);
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

std::string weightChannelsCsv(const WeightsResult& result)
{
    const std::vector<std::string> header{"index",    "weight",    "channel",  "SQNR",      "Cosine",      "qscale",
                                          "base_min", "analy_min", "base_max", "analy_max", "range_ratio", "outlier"};
    std::string text = csvLine(header);
    for (const auto& row : result.rows)
        for (const auto& channel : row.channels) {
            const std::vector<std::string> cells{
                std::to_string(row.index),       row.name(),
                std::to_string(channel.channel), fixedSeven(channel.sqnrDb),
                fixedSeven(channel.cosine),      channel.scale ? fixedSeven(*channel.scale) : std::string(),
                fixedSeven(channel.baselineMin), fixedSeven(channel.analysisMin),
                fixedSeven(channel.baselineMax), fixedSeven(channel.analysisMax),
                fixedSeven(channel.rangeRatio),  channel.isOutlier ? "1" : "0"};
            text += csvLine(cells);
        }
    return text;
}

std::vector<std::filesystem::path> writeWeightsFiles(const WeightsResult& result, const std::filesystem::path& folder,
                                                     bool listsChannels)
{
    ReportFiles files;
    files.emplace_back("weights.txt", weightsTable(result));
    files.emplace_back("weights.csv", weightsCsv(result));
    if (listsChannels)
        files.emplace_back("weight_channels.csv", weightChannelsCsv(result));
    files.emplace_back("weights.json", weightsJson(result, listsChannels));
    return writeReportFiles(folder, files);
}

} // namespace ql::report
