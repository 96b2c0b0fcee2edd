// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/profile/profile_report.h"

#include "core/base/order.h"
#include "core/report/format/report_files.h"
#include "core/report/json/field_writer.h"
#include "core/report/table/column.h"

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

double rangeOf(const ProfileRow& row)
{
    const auto& statistics = row.whole.statistics;
    return statistics.infCount > 0 ? std::numeric_limits<double>::infinity() : statistics.max - statistics.min;
}

struct ChannelOfRow {
    const ProfileRow& row;
    std::size_t channel;

    const TensorStatistics& statistics() const { return row.channels[channel].statistics; }
};

Columns<ChannelOfRow> channelColumns()
{
    Columns<ChannelOfRow> columns{{"Index", kRight, [](const auto& at) { return at.row.index; }},
                                  {"Op Name", kLeft, [](const auto& at) { return at.row.typeName(); }},
                                  {"Mod Name", kLeft, [](const auto& at) { return at.row.modName; }},
                                  {"Attr", kLeft, [](const auto& at) { return attributeText(at.row); }},
                                  {"Channel", kRight, &ChannelOfRow::channel},
                                  {"Scale", kRight, [](const auto& at) -> std::optional<double> {
                                       if (!at.row.quantizer || at.row.quantizer->scales.empty())
                                           return std::nullopt;
                                       const auto& scales = at.row.quantizer->scales;
                                       return at.channel < scales.size() ? scales[at.channel] : scales.front();
                                   }}};
    for (const auto& [header, field] :
         {std::pair("Min", &TensorStatistics::min), std::pair("Max", &TensorStatistics::max),
          std::pair("Mean", &TensorStatistics::mean), std::pair("Var", &TensorStatistics::variance)})
        columns.push_back({header, kRight, [field = field](const auto& at) {
                               return hasNumbers(at.statistics()) ? std::optional(at.statistics().*field)
                                                                  : std::nullopt;
                           }});
    columns.push_back({"NaN", kRight, [](const auto& at) { return at.statistics().nanCount; }});
    columns.push_back({"Inf", kRight, [](const auto& at) { return at.statistics().infCount; }});
    return columns;
}

/// The slowest layers, if times were asked for.
std::string timesText(const ProfileResult& result, std::size_t top)
{
    if (result.times.empty())
        return {};
    auto times = result.times;
    std::ranges::stable_sort(times, Falling<NaNs::Last>(), &results::LayerTime::seconds);
    double all = 0.0;
    for (const auto& time : times)
        all += time.seconds;
    if (top > 0 && times.size() > top)
        times.resize(top);
    const Columns<results::LayerTime> columns{
        {"layer", kLeft, [](const auto& time) { return shortened(oneLine(time.layer), kNameWidth); }},
        {"ms", kRight, [](const auto& time) { return fourDigits(1e3 * time.seconds); }},
        {"share (%)", kRight,
         [all](const auto& time) { return all > 0.0 ? fourDigits(100.0 * time.seconds / all) : std::string(); }}};
    return fmt::format("\nTime per layer, slowest first ({} of {})\n{}", times.size(), result.times.size(),
                       textTable(columns, times).plain());
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

std::string attributeText(const ProfileRow& row)
{
    const auto label = keyOf(row.attribute);
    return row.isOneOfSeveral ? fmt::format("{}-{}", label, row.number) : std::string(label);
}

std::string profiledShape(const ProfileRow& row)
{
    auto text = shapeText(row.shape);
    for (auto unknown = text.find("-1"); unknown != std::string::npos; unknown = text.find("-1", unknown))
        text.replace(unknown, 2, "?");
    return text;
}

std::vector<const ProfileRow*> widestFirst(const ProfileResult& result)
{
    std::vector<const ProfileRow*> rows;
    for (const auto& row : result.rows)
        rows.push_back(&row);
    std::ranges::stable_sort(rows, Falling<NaNs::Last>(), [](const ProfileRow* row) { return rangeOf(*row); });
    return rows;
}

std::string statisticTables(const ProfileResult& result)
{
    constexpr auto kUnnumbered = TextTable::Numbering::None;
    const auto columns = columnsAt(Place::File, profileColumns(result));
    return "Statistics in order of execution:\n" + textTable(columns, result.rows, fileText).psql(kUnnumbered)
           + "\nStatistics sorted by data range, widest first:\n"
           + textTable(columns, widestFirst(result), fileText).psql(kUnnumbered);
}

std::string statisticCsv(const ProfileResult& result)
{
    return csvTable(columnsAt(Place::File, profileColumns(result)), result.rows);
}

std::string channelStatisticCsv(const ProfileResult& result)
{
    std::vector<ChannelOfRow> channels;
    for (const auto& row : result.rows)
        for (std::size_t channel = 0; channel < row.channels.size(); ++channel)
            channels.push_back({row, channel});
    return csvTable(channelColumns(), channels);
}

std::string profileJson(const ProfileResult& result)
{
    return documentText(resultDocument("profile", result));
}

std::string profileText(const ProfileResult& result, std::size_t top)
{
    auto rows = widestFirst(result);
    if (top > 0 && rows.size() > top)
        rows.resize(top);
    std::string widest;
    if (!rows.empty())
        widest = fmt::format("{} of {} reaches furthest: {} … {}.\n\n", attributeText(*rows.front()),
                             oneLine(rows.front()->modName), fourDigits(rows.front()->whole.statistics.min),
                             fourDigits(rows.front()->whole.statistics.max));
    return fmt::format("{}{}model    {}\nsamples  {}\n\nTensors, widest range first ({} of {})\n{}{}",
                       nonFiniteText(result), widest, oneLine(result.model), result.samples, rows.size(),
                       result.rows.size(), textTable(columnsAt(Place::Terminal, profileColumns(result)), rows).plain(),
                       timesText(result, top));
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

} // namespace ql::report
