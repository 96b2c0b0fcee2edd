// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/attribution/attribution_report.h"

#include "core/report/format/number_format.h"
#include "core/report/format/report_files.h"
#include "core/report/json/field_writer.h"
#include "core/report/table/csv_writer.h"
#include "core/report/table/text_table.h"
#include "core/results/metrics.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace ql::report {

using results::AttributionResult;
using results::AttributionRow;

namespace {

constexpr auto kRight = TextTable::Align::Right;
constexpr std::size_t kNameWidth = 40;
constexpr double kPercent = 100.0;

std::string causeCell(const AttributionRow& row)
{
    if (row.mainCause.empty())
        return {};
    const double share = std::max({row.propagated.share, row.weights.share, row.rounding.share, row.clamping.share});
    return fmt::format("{} {:.0f} %", row.mainCause, share * kPercent);
}

std::string clampedCell(const AttributionRow& row)
{
    if (row.clampedCount == 0)
        return {};
    return fmt::format("{} ({:.2g} %)", countText(row.clampedCount),
                       double(row.clampedCount) / double(row.elements) * kPercent);
}

/// The rows to show, as indices.
std::vector<std::size_t> ordered(const AttributionResult& result, AttributionTextOptions::Order order)
{
    std::vector<std::size_t> indices(result.rows.size());
    std::iota(indices.begin(), indices.end(), std::size_t{0});
    if (order == AttributionTextOptions::Order::Execution)
        return indices;
    const auto valueOf = [&](std::size_t i) {
        const auto& row = result.rows[i];
        return order == AttributionTextOptions::Order::Local ? row.localDb : row.accumulatedDb;
    };
    std::ranges::stable_sort(indices, [&](std::size_t a, std::size_t b) {
        return results::isWorse(results::MetricId::Sqnr, valueOf(a), valueOf(b));
    });
    return indices;
}

/// "12.50 dB"; NaN says that the value itself is broken.
std::string levelText(double db)
{
    return std::isnan(db) ? "NaN or infinite elements" : fourDigits(db) + " dB";
}

std::string originText(const AttributionResult& result)
{
    if (!result.origin)
        return "No value loses more than 10 dB in one layer and falls below 20 dB.\n";
    const auto& origin = *result.origin;
    const auto start = fmt::format("The error starts at {} ({}): it reads {}", oneLine(origin.layer), origin.opType,
                                   levelText(origin.inputDb));
    if (origin.shownAt == origin.layer)
        return fmt::format("{} and gives {}.\n", start, levelText(origin.shownDb));
    return fmt::format("{}; it shows at {}, which gives {}.\n", start, oneLine(origin.shownAt),
                       levelText(origin.shownDb));
}

const std::vector<std::string>& columnNames()
{
    static const std::vector<std::string> kNames{
        "index",          "op_name",        "op_type",     "quant_dtype", "accumulated_db",   "local_db",
        "propagated_db",  "weights_db",     "rounding_db", "clamping_db", "propagated_share", "weights_share",
        "rounding_share", "clamping_share", "clamped",     "elements",    "main_cause"};
    return kNames;
}

std::vector<std::string> cellsOf(const AttributionRow& row)
{
    std::vector<std::string> cells{std::to_string(row.index), row.name, row.opType, row.quantDtype};
    for (const double db :
         {row.accumulatedDb, row.localDb, row.propagated.sqnrDb, row.weights.sqnrDb, row.rounding.sqnrDb,
          row.clamping.sqnrDb, row.propagated.share, row.weights.share, row.rounding.share, row.clamping.share})
        cells.push_back(fixedSeven(db));
    cells.insert(cells.end(), {std::to_string(row.clampedCount), std::to_string(row.elements), row.mainCause});
    return cells;
}

} // namespace

std::string attributionText(const AttributionResult& result, const AttributionTextOptions& options)
{
    std::string text =
        fmt::format("baseline  {}\nanalysis  {}\n\n", oneLine(result.baseline), oneLine(result.analysis));
    for (const auto& output : result.outputs)
        text += fmt::format("Output {}: {} dB.\n", oneLine(output.name), fourDigits(output.sqnrDb));
    text += originText(result);
    const auto indices = ordered(result, options.order);
    const auto count = options.top == 0 ? indices.size() : std::min(options.top, indices.size());
    text += fmt::format("\nSQNR in dB of each layer's value, by cause ({} of {} layers)\n", count, indices.size());
    TextTable table({{"#", kRight},
                     {"layer"},
                     {"op"},
                     {"dtype"},
                     {"accumulated", kRight},
                     {"local", kRight},
                     {"propagated", kRight},
                     {"weights", kRight},
                     {"rounding", kRight},
                     {"clamping", kRight},
                     {"clamped", kRight},
                     {"main cause"}});
    for (std::size_t i = 0; i < count; ++i) {
        const auto& row = result.rows[indices[i]];
        table.addRow({std::to_string(row.index), shortened(row.name, kNameWidth), row.opType, row.quantDtype,
                      fourDigits(row.accumulatedDb), fourDigits(row.localDb), fourDigits(row.propagated.sqnrDb),
                      fourDigits(row.weights.sqnrDb), fourDigits(row.rounding.sqnrDb), fourDigits(row.clamping.sqnrDb),
                      clampedCell(row), causeCell(row)});
    }
    text += table.plain();
    for (const auto& place : result.unplaced)
        text += fmt::format("no place in the baseline: {}\n", oneLine(place));
    return text + fmt::format("\n{} samples, {} nodes run.\n", result.samples, countText(result.executedNodes));
}

std::string attributionJson(const AttributionResult& result)
{
    return documentText(resultDocument("attribution", result));
}

std::string attributionTable(const AttributionResult& result)
{
    std::vector<TextTable::Column> columns;
    for (std::size_t i = 1; i < columnNames().size(); ++i) // psql() writes the index itself
        columns.push_back({columnNames()[i]});
    TextTable table(std::move(columns));
    for (const auto& row : result.rows) {
        auto cells = cellsOf(row);
        cells.erase(cells.begin());
        table.addRow(std::move(cells));
    }
    return table.psql();
}

std::string attributionCsv(const AttributionResult& result)
{
    std::string text = csvLine(columnNames());
    for (const auto& row : result.rows)
        text += csvLine(cellsOf(row));
    return text;
}

std::vector<std::filesystem::path> writeAttributionFiles(const AttributionResult& result,
                                                         const std::filesystem::path& folder)
{
    return writeReportFiles(folder, {{"error_attribution.txt", attributionTable(result)},
                                     {"error_attribution.csv", attributionCsv(result)},
                                     {"attribution.json", attributionJson(result)}});
}

} // namespace ql::report
