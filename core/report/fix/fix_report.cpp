// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/fix/fix_report.h"

#include "core/report/format/report_files.h"
#include "core/report/json/field_writer.h"
#include "core/report/table/column.h"
#include "core/report/table/number_format.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <span>

namespace ql::report {

using results::FixMeasure;
using results::FixResult;
using results::FixRow;

namespace {

std::string splitText(const FixResult& result)
{
    return fmt::format("fitted to {} samples, judged on {} others{}\n", result.fittedSamples.size(),
                       result.heldOutSamples.size(),
                       result.isSplit ? fmt::format(" of {}: every third is held out", oneLine(result.heldOutData))
                                      : fmt::format(", from {}", oneLine(result.heldOutData)));
}

std::string measureLine(const char* what, const FixMeasure& measure, std::string_view metric)
{
    std::string outputs;
    for (const auto& [name, value] : measure.outputs)
        outputs += fmt::format("  {} {}", oneLine(name), fourDigits(value));
    const auto judged = measure.judged ? fmt::format("judged {}, ", fourDigits(*measure.judged)) : std::string();
    return fmt::format("{:<24}{}{} {}, cost {:.3f}{}\n", what, judged, metric, fourDigits(measure.metric), measure.cost,
                       measure.outputs.size() > 1 ? "  (" + outputs.substr(2) + ")" : "");
}

std::string deviationsText(const FixResult& result)
{
    std::string text = result.deviations.empty() ? "" : "\nThe model isn't what its own scales make of the baseline:\n";
    for (const auto& one : result.deviations)
        text += fmt::format("  {}: {}; it loses {:.1f} dB by that alone\n", oneLine(one.layer),
                            oneLine(one.what.english()), one.lossDb);
    return text + (text.empty() ? "" : "As it is simulated, that is mended; repairs start from there.\n");
}

std::vector<FixRow> rowsOf(const FixResult& result, bool isChosen)
{
    std::vector<FixRow> rows;
    std::ranges::copy_if(result.rows, std::back_inserter(rows),
                         [&](const auto& row) { return (row.state == FixRow::State::Chosen) == isChosen; });
    return rows;
}

std::string chosenText(const FixResult& result, std::string_view metric)
{
    const auto rows = rowsOf(result, true);
    if (rows.empty())
        return {};
    const Columns<FixRow> columns{{"fix", kLeft, &FixRow::fix},
                                  {"layer", kLeft, repairedLayers},
                                  {"change", kLeft, [](const auto& row) { return oneLine(row.change.english()); }},
                                  {"changes", kLeft, &FixRow::changes},
                                  {fmt::format("{} with it", metric), kRight, &FixRow::metricAfter},
                                  {fmt::format("{} alone", metric), kRight, [](const auto& row) {
                                       return row.alone ? std::optional(row.alone->metric) : std::nullopt;
                                   }}};
    return "\nRepairs, one added to the other:\n" + textTable(columns, rows).plain();
}

std::string configText(const FixResult& result, std::string_view metric)
{
    if (result.config.empty() || rowsOf(result, true).empty())
        return {};
    std::string text;
    if (result.byConfig)
        text += "\n" + measureLine("by the edited config", *result.byConfig, metric);
    if (result.byConfigAlone)
        text += measureLine("with unchanged weights", *result.byConfigAlone, metric);
    for (const auto& row : result.rows)
        if (row.state == FixRow::State::Chosen && !row.isInConfig && row.changes != "weights")
            text += fmt::format("the config does not say: {} ({}); the written model has it\n",
                                oneLine(row.change.english()), repairedLayers(row));
    return text;
}

/// Why, and for which layers.
std::string refusedText(const FixResult& result)
{
    std::map<std::string, std::string> layersByReason;
    for (const auto& row : result.rows)
        if (row.state == FixRow::State::Refused) {
            auto& layers = layersByReason[fmt::format("{}: {}", row.fix, oneLine(row.reason.english()))];
            layers += (layers.empty() ? "" : ", ") + repairedLayers(row);
        }
    std::string text = layersByReason.empty() ? "" : "\nRefused:\n";
    for (const auto& [reason, layers] : layersByReason)
        text += fmt::format("  {}\n    {}\n", reason, layers);
    return text;
}

} // namespace

std::string fixText(const FixResult& result, std::size_t top)
{
    const auto metric = keyOf(result.metric);
    const auto chosen = rowsOf(result, true).size();
    const auto answer =
        chosen == 0
            ? std::string("No repair wins what it costs on the samples that are held out")
            : fmt::format("{} {}: {} {} instead of {}, cost {:.3f}", chosen, chosen == 1 ? "repair" : "repairs", metric,
                          fourDigits(result.best.metric), fourDigits(result.start.metric), result.best.cost);
    auto text =
        fmt::format("{}.\n\nbaseline  {}\nanalysis  {}\n", answer, oneLine(result.baseline), oneLine(result.analysis))
        + splitText(result) + fmt::format("{} evaluations\n\n", result.evaluations);
    if (result.judgedBaseline)
        text += fmt::format("{:<24}judged {} ({} is better)\n", "the baseline", fourDigits(*result.judgedBaseline),
                            result.judgeBetter);
    if (result.given)
        text += measureLine("the model as given", *result.given, metric);
    text += measureLine("as it is simulated", result.start, metric);
    text += measureLine("repaired", result.best, metric);
    if (result.floatDifference > 0.0)
        text += fmt::format("the repaired float model differs from the baseline by {} (relative L2)\n",
                            fourDigits(result.floatDifference));
    text += result.isComplete ? "" : "the search was not finished\n";
    text += deviationsText(result) + chosenText(result, metric) + configText(result, metric);
    auto others = rowsOf(result, false);
    std::erase_if(others, [](const auto& row) { return row.state == FixRow::State::Refused; });
    if (const auto shown = top == 0 ? others.size() : std::min(top, others.size()); shown > 0)
        text += fmt::format("\nOther candidates, by gain per cost ({} of {}):\n", shown, others.size())
                + textTable(columnsAt(Place::Terminal, fixColumns(result)), std::span(others).first(shown)).plain();
    text += refusedText(result);
    for (const auto& note : result.notes)
        text += fmt::format("note: {}\n", oneLine(note));
    return text;
}

std::string fixJson(const FixResult& result)
{
    return documentText(resultDocument("fix", result));
}

std::string fixCsv(const FixResult& result)
{
    return csvTable(columnsAt(Place::File, fixColumns(result)), result.rows, TextTable::Numbering::Running);
}

std::vector<std::filesystem::path> writeFixFiles(const FixResult& result, const std::filesystem::path& folder)
{
    ReportFiles files{{"fix.json", fixJson(result)}, {"fix.txt", fixText(result, 0)}, {"fix.csv", fixCsv(result)}};
    if (!result.fixedConfig.empty())
        files.emplace_back("fixed" + std::filesystem::path(result.config).extension().string(), result.fixedConfig);
    return writeReportFiles(folder, files);
}

} // namespace ql::report
