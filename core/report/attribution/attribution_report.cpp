// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/attribution/attribution_report.h"

#include "core/report/format/counted.h"
#include "core/report/format/iteration_table.h"
#include "core/report/format/layer_words.h"
#include "core/report/format/report_files.h"
#include "core/report/json/field_writer.h"
#include "core/report/table/column.h"
#include "core/results/metrics.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace ql::report {

using results::AttributionResult;
using results::AttributionRow;
using results::ErrorPart;

namespace {

constexpr std::size_t kNameWidth = 40;
constexpr double kPercent = 100.0;
constexpr std::pair<const char*, ErrorPart AttributionRow::*> kCauseParts[]{{"propagated", &AttributionRow::propagated},
                                                                            {"weights", &AttributionRow::weights},
                                                                            {"rounding", &AttributionRow::rounding},
                                                                            {"clamping", &AttributionRow::clamping}};

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

/// The rows to show.
std::vector<const AttributionRow*> chosen(const AttributionResult& result, const AttributionTextOptions& options)
{
    std::vector<const AttributionRow*> rows;
    for (const auto& row : result.rows)
        rows.push_back(&row);
    using enum AttributionTextOptions::Order;
    const auto field = options.order == Local ? &AttributionRow::localDb : &AttributionRow::accumulatedDb;
    if (options.order != Execution)
        std::ranges::stable_sort(rows, [field](const auto* a, const auto* b) {
            return results::isWorse(results::MetricId::Sqnr, a->*field, b->*field);
        });
    if (options.top > 0 && rows.size() > options.top)
        rows.resize(options.top);
    return rows;
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
    const auto when =
        origin.numbers.empty() ? std::string() : fmt::format(" in iteration {}", fmt::join(origin.numbers, "."));
    const auto start = fmt::format("The error starts at {} ({}){}: it reads {}", oneLine(origin.layer), origin.opType,
                                   when, levelText(origin.inputDb));
    if (origin.shownAt == origin.layer)
        return fmt::format("{} and gives {}.\n", start, levelText(origin.shownDb));
    return fmt::format("{}; it shows at {}, which gives {}.\n", start, oneLine(origin.shownAt),
                       levelText(origin.shownDb));
}

/// The file's columns; a text table has its own index in place of the first.
Columns<AttributionRow> fileColumns()
{
    Columns<AttributionRow> columns{{"index", kLeft, &AttributionRow::index},
                                    {"op_name", kLeft, &AttributionRow::name},
                                    {"op_type", kLeft, &AttributionRow::opType},
                                    {"quant_dtype", kLeft, &AttributionRow::quantDtype},
                                    {"accumulated_db", kLeft, &AttributionRow::accumulatedDb},
                                    {"local_db", kLeft, &AttributionRow::localDb}};
    for (const auto& [cause, part] : kCauseParts)
        columns.push_back(
            {fmt::format("{}_db", cause), kLeft, [part = part](const auto& row) { return (row.*part).sqnrDb; }});
    for (const auto& [cause, part] : kCauseParts)
        columns.push_back(
            {fmt::format("{}_share", cause), kLeft, [part = part](const auto& row) { return (row.*part).share; }});
    columns.push_back({"clamped", kLeft, &AttributionRow::clampedCount});
    columns.push_back({"elements", kLeft, &AttributionRow::elements});
    columns.push_back({"main_cause", kLeft, &AttributionRow::mainCause});
    return columns;
}

std::string listedIterations(const std::vector<const AttributionRow*>& rows)
{
    using results::AttributionIteration;
    const auto db = [](double AttributionIteration::*field) {
        return [field](const RowIteration<AttributionRow>& at) { return Cell(at.iteration.*field); };
    };
    return iterationsSection(rows,
                             {{"accumulated", kRight, db(&AttributionIteration::accumulatedDb)},
                              {"local", kRight, db(&AttributionIteration::localDb)},
                              {"propagated", kRight, db(&AttributionIteration::propagatedDb)},
                              {"main cause", kLeft, [](const auto& at) { return Cell(at.iteration.mainCause); }}});
}

Columns<AttributionRow> terminalColumns()
{
    Columns<AttributionRow> columns{{"#", kRight, &AttributionRow::index},
                                    {"layer", kLeft, [](const auto& row) { return shortened(row.name, kNameWidth); }},
                                    {"op", kLeft, &AttributionRow::opType},
                                    {"dtype", kLeft, &AttributionRow::quantDtype},
                                    {"accumulated", kRight, &AttributionRow::accumulatedDb},
                                    {"local", kRight, &AttributionRow::localDb}};
    for (const auto& [cause, part] : kCauseParts)
        columns.push_back({cause, kRight, [part = part](const auto& row) { return (row.*part).sqnrDb; }});
    columns.push_back({"clamped", kRight, clampedCell});
    columns.push_back({"main cause", kLeft, causeCell});
    return columns;
}

} // namespace

std::string attributionText(const AttributionResult& result, const AttributionTextOptions& options)
{
    auto text = originText(result) + "\n" + modelLines(result) + "\n";
    if (result.inside)
        text += fmt::format("Note: {}.\n", oneLine(result.inside->sentence().english()));
    if (result.deviation)
        text += fmt::format("Note: {}.\n", oneLine(result.deviation->sentence().english()));
    for (const auto& output : result.outputs)
        text += fmt::format("Output {}: {} dB.\n", oneLine(output.name), fourDigits(output.sqnrDb));
    const auto rows = chosen(result, options);
    text += fmt::format("\nSQNR in dB of each layer's value, by cause ({} of {} layers)\n", rows.size(),
                        result.rows.size());
    auto columns = terminalColumns();
    addBodyColumns(rows, columns, [](const auto& at) { return std::optional(at.accumulatedDb); });
    text += textTable(columns, rows).plain() + leftOutLines(result.rows);
    if (options.showsIterations)
        text += "\n" + listedIterations(rows);
    for (const auto& place : result.unplaced)
        text += fmt::format("no place in the baseline: {}\n", oneLine(place));
    return text
           + fmt::format("\n{}, {} nodes run.\n", counted(result.samples, "sample"), countText(result.executedNodes));
}

std::string attributionJson(const AttributionResult& result)
{
    return documentText(resultDocument("attribution", result));
}

std::string attributionTable(const AttributionResult& result)
{
    auto columns = fileColumns();
    columns.erase(columns.begin());
    return textTable(columns, result.rows, fileText).psql();
}

std::string attributionCsv(const AttributionResult& result)
{
    return csvTable(fileColumns(), result.rows);
}

std::vector<std::filesystem::path> writeAttributionFiles(const AttributionResult& result,
                                                         const std::filesystem::path& folder)
{
    return writeReportFiles(folder, {{"error_attribution.txt", attributionTable(result)},
                                     {"error_attribution.csv", attributionCsv(result)},
                                     {"attribution.json", attributionJson(result)}});
}

} // namespace ql::report
