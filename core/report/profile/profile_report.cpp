// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/profile/profile_report.h"

#include "core/report/analysis_report.h"
#include "core/report/format/number_format.h"
#include "core/report/format/report_files.h"
#include "core/report/table/csv_writer.h"
#include "core/report/table/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace ql::report {

using results::Distribution;
using results::ProfileAttribute;
using results::ProfileResult;
using results::ProfileRow;
using results::TensorStatistics;

namespace {

constexpr std::size_t kNameWidth = 40;
constexpr std::size_t kShapeColumn = 10;
constexpr auto kLeft = TextTable::Align::Left;
constexpr auto kRight = TextTable::Align::Right;

/// SPEC.md A, in its order. The last two are ours.
std::vector<TextTable::Column> seedColumns()
{
    return {{"Index", kRight}, {"Op Name", kLeft}, {"Mod Name", kLeft}, {"Attr", kLeft},  {"Dtype", kLeft},
            {"Scale", kRight}, {"Min", kRight},    {"Max", kRight},     {"Mean", kRight}, {"Var", kRight},
            {"Shape", kLeft},  {"NaN", kRight},    {"Inf", kRight}};
}

bool hasNumbers(const TensorStatistics& statistics)
{
    return statistics.count > statistics.nanCount + statistics.infCount;
}

using NumberFormat = std::string (*)(double);

std::string numberCell(const TensorStatistics& statistics, double TensorStatistics::*field, NumberFormat format)
{
    return hasNumbers(statistics) ? format(statistics.*field) : std::string();
}

/// The scale, or the smallest and largest of a per-channel quantizer.
std::string scaleCell(const ProfileRow& row, NumberFormat format)
{
    if (!row.quantizer || row.quantizer->scales.empty())
        return {};
    const auto [low, high] = std::minmax_element(row.quantizer->scales.begin(), row.quantizer->scales.end());
    return row.quantizer->isPerChannel() ? format(*low) + ".." + format(*high) : format(*low);
}

std::string shapeCell(const ProfileRow& row)
{
    auto text = shapeText(row.shape);
    for (auto unknown = text.find("-1"); unknown != std::string::npos; unknown = text.find("-1", unknown))
        text.replace(unknown, 2, "?");
    return text;
}

std::vector<std::string> seedCells(const ProfileRow& row)
{
    const auto& statistics = row.whole.statistics;
    return {std::to_string(row.index),
            row.opName,
            row.modName,
            attributeText(row),
            row.dtype,
            scaleCell(row, fixedSeven),
            numberCell(statistics, &TensorStatistics::min, fixedSeven),
            numberCell(statistics, &TensorStatistics::max, fixedSeven),
            numberCell(statistics, &TensorStatistics::mean, fixedSeven),
            numberCell(statistics, &TensorStatistics::variance, fixedSeven),
            shapeCell(row),
            std::to_string(statistics.nanCount),
            std::to_string(statistics.infCount)};
}

double rangeOf(const ProfileRow& row)
{
    const auto& statistics = row.whole.statistics;
    return statistics.infCount > 0 ? std::numeric_limits<double>::infinity() : statistics.max - statistics.min;
}

template <typename Rows, typename RowOf>
std::string seedTable(const Rows& rows, RowOf rowOf)
{
    TextTable table(seedColumns());
    for (const auto& row : rows)
        table.addRow(seedCells(rowOf(row)));
    return table.psql(TextTable::Numbering::None);
}

std::string channelScale(const ProfileRow& row, std::size_t channel)
{
    if (!row.quantizer || row.quantizer->scales.empty())
        return {};
    const auto& scales = row.quantizer->scales;
    return fixedSeven(channel < scales.size() ? scales[channel] : scales.front());
}

std::string nonFiniteText(const ProfileResult& result)
{
    std::string text;
    for (const auto& row : result.rows)
        if (const auto& found = row.whole.statistics; found.nanCount + found.infCount > 0)
            text += fmt::format("{} of {} holds {} NaN and {} infinite elements among {}\n", attributeText(row),
                                oneLine(row.modName), found.nanCount, found.infCount, found.count);
    return text;
}

} // namespace

std::string_view attributeKey(ProfileAttribute attribute)
{
    switch (attribute) {
    case ProfileAttribute::Input: return "input";
    case ProfileAttribute::Output: return "output";
    case ProfileAttribute::Weight: return "weight";
    case ProfileAttribute::Bias: return "bias";
    }
    return "";
}

std::string attributeText(const ProfileRow& row)
{
    const auto label = attributeKey(row.attribute);
    return row.isOneOfSeveral ? fmt::format("{}-{}", label, row.number) : std::string(label);
}

std::vector<const ProfileRow*> widestFirst(const ProfileResult& result)
{
    std::vector<const ProfileRow*> rows;
    for (const auto& row : result.rows)
        rows.push_back(&row);
    std::stable_sort(rows.begin(), rows.end(),
                     [](const ProfileRow* a, const ProfileRow* b) { return rangeOf(*a) > rangeOf(*b); });
    return rows;
}

std::string statisticTables(const ProfileResult& result)
{
    return "Statistics in order of execution:\n"
           + seedTable(result.rows, [](const ProfileRow& row) -> const ProfileRow& { return row; })
           + "\nStatistics sorted by data range, widest first:\n"
           + seedTable(widestFirst(result), [](const ProfileRow* row) -> const ProfileRow& { return *row; });
}

std::string statisticCsv(const ProfileResult& result)
{
    std::vector<std::string> cells;
    for (const auto& column : seedColumns())
        cells.push_back(column.header);
    std::string text = csvLine(cells);
    for (const auto& row : result.rows) {
        cells = seedCells(row);
        cells[kShapeColumn] = starsForCommas(cells[kShapeColumn]);
        text += csvLine(cells);
    }
    return text;
}

std::string channelStatisticCsv(const ProfileResult& result)
{
    const std::string header[]{"Index", "Op Name", "Mod Name", "Attr", "Channel", "Scale",
                               "Min",   "Max",     "Mean",     "Var",  "NaN",     "Inf"};
    std::string text = csvLine(header);
    for (const auto& row : result.rows)
        for (std::size_t channel = 0; channel < row.channels.size(); ++channel) {
            const auto& found = row.channels[channel].statistics;
            const std::string cells[]{std::to_string(row.index),
                                      row.opName,
                                      row.modName,
                                      attributeText(row),
                                      std::to_string(channel),
                                      channelScale(row, channel),
                                      numberCell(found, &TensorStatistics::min, fixedSeven),
                                      numberCell(found, &TensorStatistics::max, fixedSeven),
                                      numberCell(found, &TensorStatistics::mean, fixedSeven),
                                      numberCell(found, &TensorStatistics::variance, fixedSeven),
                                      std::to_string(found.nanCount),
                                      std::to_string(found.infCount)};
            text += csvLine(cells);
        }
    return text;
}

std::string profileText(const ProfileResult& result, std::size_t top)
{
    auto rows = widestFirst(result);
    if (top > 0 && rows.size() > top)
        rows.resize(top);
    TextTable table({{"#", kRight},
                     {"layer"},
                     {"op"},
                     {"attr"},
                     {"dtype"},
                     {"scale", kRight},
                     {"min", kRight},
                     {"max", kRight},
                     {"mean", kRight},
                     {"var", kRight},
                     {"shape"}});
    for (const auto* row : rows) {
        const auto& found = row->whole.statistics;
        table.addRow({std::to_string(row->index), shortened(oneLine(row->modName), kNameWidth), row->opName,
                      attributeText(*row), row->dtype, scaleCell(*row, fourDigits),
                      numberCell(found, &TensorStatistics::min, fourDigits),
                      numberCell(found, &TensorStatistics::max, fourDigits),
                      numberCell(found, &TensorStatistics::mean, fourDigits),
                      numberCell(found, &TensorStatistics::variance, fourDigits), shapeCell(*row)});
    }
    return fmt::format("model    {}\nsamples  {}\n\nTensors, widest range first ({} of {})\n{}\n{}",
                       oneLine(result.model), result.samples, rows.size(), result.rows.size(), table.plain(),
                       nonFiniteText(result));
}

std::vector<std::filesystem::path> writeProfileFiles(const ProfileResult& result, const std::filesystem::path& folder,
                                                     double wallTime)
{
    const bool hasChannels = std::any_of(result.rows.begin(), result.rows.end(),
                                         [](const ProfileRow& row) { return !row.channels.empty(); });
    ReportFiles files{{"statistic.txt", statisticTables(result)},
                      {"statistic.csv", statisticCsv(result)},
                      {"profile.json", profileJson(result)}};
    if (hasChannels)
        files.emplace_back("statistic_per_channel.csv", channelStatisticCsv(result));
    // One name for every run: a second event file in the folder would be shown on top of the first.
    files.emplace_back("tensorboard/events.out.tfevents.0.quantloupe", profileEvents(result, wallTime));
    return writeReportFiles(folder, files);
}

const AnalysisReport& profileReport()
{
    static const AnalysisReport kReport{"profile"};
    return kReport;
}

} // namespace ql::report
