// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/weights/weights_report.h"

#include "core/report/format/layer_columns.h"
#include "core/report/format/report_files.h"
#include "core/report/json/field_writer.h"

namespace ql::report {

using results::MetricId;
using results::WeightRow;
using results::WeightsResult;
using Statistics = results::TensorStatistics;

namespace {

constexpr std::size_t kNameWidth = 44;

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

std::size_t outlierCount(const WeightRow& row)
{
    return static_cast<std::size_t>(std::ranges::count_if(row.channels, &results::WeightChannel::isOutlier));
}

std::string outlierText(const WeightRow& row)
{
    const auto count = outlierCount(row);
    return count == 0 ? std::string() : fmt::format("{} of {}", count, row.channels.size());
}

std::string worstChannelText(const WeightRow& row)
{
    const auto* worst = row.worstChannel();
    return worst ? fmt::format("{}: {} dB", worst->channel, fourDigits(worst->sqnrDb)) : std::string();
}

/// Torch's Numeric Suite goes by the analysis model's keys: "conv1.weight" of what is "conv1.0.weight" in the baseline.
bool isRenamed(const WeightRow& row)
{
    return !row.analysis.empty() && row.analysis.name != row.name();
}

Columns<WeightRow> terminalColumns(const std::vector<const WeightRow*>& rows)
{
    Columns<WeightRow> columns{
        {"#", kRight, &WeightRow::index},
        {"weight", kLeft, [](const auto& row) { return shortened(oneLine(row.name()), kNameWidth); }},
        {"op", kLeft, operatorOf<WeightRow>},
        {"dtype", kLeft, storedDtypeOf<WeightRow>},
        {"granularity", kLeft, &WeightRow::granularity},
        {"SQNR dB", kRight,
         [](const auto& row) { return row.metrics ? Cell(row.metrics->sqnrDb) : Cell(stateWords(row.state)); }},
        metricColumn("cosine", &WeightRow::metrics, MetricId::Cosine),
        metricColumn("Atol/step", &WeightRow::metrics, MetricId::MaxQscaleDiff),
        {"worst channel", kRight, worstChannelText},
        {"range outliers", kRight, outlierText}};
    if (std::ranges::any_of(rows, [](const WeightRow* row) { return isRenamed(*row); }))
        columns.push_back({"in the analysis model", kLeft, [](const auto& row) {
                               return isRenamed(row) ? shortened(oneLine(row.analysis.name), kNameWidth)
                                                     : std::string();
                           }});
    return columns;
}

Columns<WeightRow> fileColumns()
{
    return {
        {"weight", kLeft, [](const auto& row) { return row.baseline.name; }},
        {"analysis_weight", kLeft, [](const auto& row) { return row.analysis.name; }},
        {"layer", kLeft, &WeightRow::layer},
        {"base_op_type", kLeft, [](const auto& row) { return row.baseline.opType; }},
        {"analy_op_type", kLeft, [](const auto& row) { return row.analysis.opType; }},
        {"shape", kLeft, [](const auto& row) { return Cell(Cell::Kind::Shape, shapeText(row.shape())); }},
        {"quant_dtype", kLeft, storedDtypeOf<WeightRow>},
        {"granularity", kLeft, &WeightRow::granularity},
        {"qscale", kRight,
         [](const auto& row) { return scaleText(row.quantizer, row.quantizer && row.quantizer->scales.size() > 1); }},
        metricColumn("Cosine", &WeightRow::metrics, MetricId::Cosine),
        metricColumn("L1", &WeightRow::metrics, MetricId::L1),
        metricColumn("Atol", &WeightRow::metrics, MetricId::Atol),
        metricColumn("max_qscale_diff", &WeightRow::metrics, MetricId::MaxQscaleDiff),
        statisticColumn("base_min", &WeightRow::baseline, &Statistics::min),
        statisticColumn("analy_min", &WeightRow::analysis, &Statistics::min),
        statisticColumn("base_max", &WeightRow::baseline, &Statistics::max),
        statisticColumn("analy_max", &WeightRow::analysis, &Statistics::max),
        metricColumn("MSE", &WeightRow::metrics, MetricId::Mse),
        metricColumn("SQNR", &WeightRow::metrics, MetricId::Sqnr),
        {"worst_channel", kRight,
         [](const auto& row) { return row.worstChannel() ? Cell(row.worstChannel()->channel) : Cell(""); }},
        {"worst_channel_SQNR", kRight,
         [](const auto& row) { return row.worstChannel() ? Cell(row.worstChannel()->sqnrDb) : Cell(""); }},
        {"range_outliers", kRight,
         [](const auto& row) { return row.channels.empty() ? Cell("") : Cell(outlierCount(row)); }},
        {"match", kLeft, [](const auto& row) { return row.match.rule; }},
        {"state", kLeft, [](const auto& row) { return stateWords(row.state); }}};
}

struct ChannelOfRow {
    const WeightRow& row;
    const results::WeightChannel& channel;
};

Columns<ChannelOfRow> channelColumns()
{
    return {{"index", kRight, [](const auto& at) { return at.row.index; }},
            {"weight", kLeft, [](const auto& at) { return at.row.name(); }},
            {"channel", kRight, [](const auto& at) { return at.channel.channel; }},
            {"SQNR", kRight, [](const auto& at) { return at.channel.sqnrDb; }},
            {"Cosine", kRight, [](const auto& at) { return at.channel.cosine; }},
            {"qscale", kRight, [](const auto& at) { return at.channel.scale; }},
            {"base_min", kRight, [](const auto& at) { return at.channel.baselineMin; }},
            {"analy_min", kRight, [](const auto& at) { return at.channel.analysisMin; }},
            {"base_max", kRight, [](const auto& at) { return at.channel.baselineMax; }},
            {"analy_max", kRight, [](const auto& at) { return at.channel.analysisMax; }},
            {"range_ratio", kRight, [](const auto& at) { return at.channel.rangeRatio; }},
            {"outlier", kRight, [](const auto& at) { return at.channel.isOutlier ? 1 : 0; }}};
}

} // namespace

std::string weightsText(const WeightsResult& result, const RowChoice& choice)
{
    const auto rows = chosenRows(result.rows, &WeightRow::metrics, choice);
    std::string problems;
    for (const auto* row : rows)
        if (!row->problem.empty())
            problems += fmt::format("  {}: {}\n", oneLine(row->name()), oneLine(row->problem.english()));
    const auto compared = std::ranges::count_if(result.rows, [](const auto& row) { return row.metrics.has_value(); });
    const auto rounded = std::ranges::count(result.rows, true, &WeightRow::isFakeQuantized);
    const auto note = fmt::format("{} weights are kept in float and compared as the fake quantizers beside them in the "
                                  "file round them (weight_fake_quant).\n",
                                  rounded);
    return worstRowLine(result.rows, &WeightRow::metrics, "weight") + modelLines(result)
           + fmt::format("\nWeights, {} ({} of {})\n{}{}\n", orderText(choice, "in the baseline's order"), rows.size(),
                         result.rows.size(), textTable(terminalColumns(rows), rows).plain(), problems)
           + unmatchedLines(result) + (rounded > 0 ? note : std::string())
           + fmt::format("Range outliers are channels whose largest |weight| is more than {0:g} times above or below "
                         "the median channel's.\n{1} of {2} weights compared.\n",
                         results::kOutlierRatio, compared, result.rows.size());
}

std::string weightsJson(const WeightsResult& result, bool listsChannels)
{
    return documentText(resultDocument("weights", result, listsChannels));
}

std::string weightsTable(const WeightsResult& result)
{
    return textTable(fileColumns(), result.rows, fileText).psql();
}

std::string weightsCsv(const WeightsResult& result)
{
    auto columns = fileColumns();
    columns.insert(columns.begin(), {"index", kRight, &WeightRow::index});
    return csvTable(columns, result.rows);
}

std::string weightChannelsCsv(const WeightsResult& result)
{
    std::vector<ChannelOfRow> channels;
    for (const auto& row : result.rows)
        for (const auto& channel : row.channels)
            channels.push_back({row, channel});
    return csvTable(channelColumns(), channels);
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
