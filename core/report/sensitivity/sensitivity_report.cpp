// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/sensitivity/sensitivity_report.h"

#include "core/report/format/layer_words.h"
#include "core/report/format/report_files.h"
#include "core/report/json/field_writer.h"
#include "core/report/table/column.h"
#include "core/report/table/stack_column.h"
#include "core/report/verdict/verdict_report.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace ql::report {

using results::SensitivityOutput;
using results::SensitivityResult;
using results::SensitivityRow;

namespace {

/// "9216(100.00%)", as the seed tools write it.
std::string flopsCell(const SensitivityRow& row)
{
    return fmt::format("{}({:.2f}%)", row.macs, row.macsShare * 100.0);
}

std::string fileNamePart(std::string_view name)
{
    std::string part(name);
    std::ranges::replace_if(
        part, [](unsigned char c) { return !std::isalnum(c) && c != '.' && c != '_' && c != '-'; }, '_');
    return part;
}

/// Siblings stand under the first one's name.
std::string nameCell(const SensitivityRow& row)
{
    if (row.opType == "Scope" || row.layers.size() < 2)
        return row.opName;
    return fmt::format("{} (+{})", row.opName, row.layers.size() - 1);
}

Columns<SensitivityRow> columnsOf(const SensitivityOutput& output)
{
    Columns<SensitivityRow> columns{{"op_name", kLeft, nameCell},
                                    {"sensitive_type", kLeft, &SensitivityRow::sensitiveType},
                                    {"op_type", kLeft, &SensitivityRow::opType},
                                    {std::string(keyOf(output.metric)), kRight, &SensitivityRow::metricValue},
                                    {"quant_dtype", kLeft, &SensitivityRow::quantDtype},
                                    {"flops", kRight, flopsCell}};
    if (std::ranges::any_of(output.rows, &SensitivityRow::isPredicted))
        columns.push_back({"found", kLeft, [](const auto& row) { return row.isPredicted ? "predicted" : "run"; }});
    addStackColumn(columns, output.rows);
    return columns;
}

std::vector<const SensitivityRow*> chosen(const SensitivityOutput& output, const SensitivityTextOptions& options)
{
    std::vector<const SensitivityRow*> rows;
    for (const auto& row : output.rows)
        rows.push_back(&row);
    if (options.isReversed)
        std::ranges::reverse(rows);
    if (options.top > 0 && rows.size() > options.top)
        rows.resize(options.top);
    return rows;
}

/// What repairing the worst rows together would win: single rows mask each other.
std::string cumulativeText(const SensitivityOutput& output)
{
    if (output.cumulative.empty())
        return {};
    using results::GrowingSetStep;
    const Columns<GrowingSetStep> columns{
        {"left float", kRight, [&](const auto& step) { return &step - output.cumulative.data() + 1; }},
        {"row", kLeft, &GrowingSetStep::opName},
        {"sensitive_type", kLeft, &GrowingSetStep::sensitiveType},
        {std::string(keyOf(output.metric)), kRight, &GrowingSetStep::metricValue}};
    return "\nThe first rows left float together, everything else quantized:\n"
           + textTable(columns, output.cumulative).plain();
}

std::string scopeText(const SensitivityOutput& output)
{
    if (!output.scopeRepair)
        return {};
    const auto& repair = *output.scopeRepair;
    return fmt::format("\nScope {} repairs what no row does: left float as a whole it gives {}, the best row ({} {}) "
                       "{}.\n",
                       oneLine(repair.scope), fourDigits(repair.metricValue), oneLine(repair.bestRow),
                       repair.bestRowType, fourDigits(repair.bestRowValue));
}

std::string predictedText(const SensitivityResult& result)
{
    const auto& rows = result.outputs.front().rows;
    const auto exact = std::ranges::count(rows, false, &SensitivityRow::isPredicted);
    return fmt::format("\n{} ranking over {} samples, predicted by derivatives to first order; {} of {} rows were "
                       "run.\n",
                       keyOf(result.mode), result.samples, exact, rows.size());
}

} // namespace

std::string sensitivityText(const SensitivityResult& result, const SensitivityTextOptions& options)
{
    auto text = modelLines(result);
    if (result.inside)
        text += fmt::format("Note: {}.\n", oneLine(result.inside->sentence().english()));
    if (const auto verdict = verdictText(result.verdict); !verdict.empty())
        text += "\n" + verdict;
    for (const auto& output : result.outputs) {
        const auto rows = chosen(output, options);
        text += fmt::format("\nOutput {}: {} of {} rows, {} first. Everything quantized: {}.\n", oneLine(output.name),
                            rows.size(), output.rows.size(), options.isReversed ? "least sensitive" : "most sensitive",
                            fourDigits(output.everythingOn));
        text += textTable(columnsOf(output), rows).plain() + cumulativeText(output) + scopeText(output);
    }
    if (result.replaysDecisions)
        text += decisionsText(result.decisions);
    for (const auto& place : result.unplaced)
        text += fmt::format("no place in the baseline: {}\n", oneLine(place));
    if (result.method == results::SensitivityMethod::Gradient)
        return text + predictedText(result);
    const double share = result.naiveNodes == 0 ? 0.0 : double(result.executedNodes) / double(result.naiveNodes);
    return text
           + fmt::format("\n{} ranking over {} samples; ran {} nodes, {:.0f} % of {} for whole forwards.\n",
                         keyOf(result.mode), result.samples, countText(result.executedNodes), share * 100.0,
                         countText(result.naiveNodes));
}

std::string sensitivityJson(const SensitivityResult& result)
{
    return documentText(resultDocument("sensitivity", result));
}

std::string sensitiveOpsTable(const SensitivityOutput& output, bool isReversed)
{
    return textTable(columnsOf(output), chosen(output, {.top = 0, .isReversed = isReversed}), fileText).psql();
}

std::vector<std::filesystem::path> writeSensitivityFiles(const SensitivityResult& result,
                                                         const std::filesystem::path& folder, bool isReversed)
{
    ReportFiles files;
    for (const auto& output : result.outputs)
        files.emplace_back(
            fmt::format("{}_{}_sensitive_ops.txt", fileNamePart(output.name), results::key(output.metric)),
            sensitiveOpsTable(output, isReversed));
    if (auto budget = budgetCsv(result.verdict); !budget.empty())
        files.emplace_back("error_budget.csv", std::move(budget));
    files.emplace_back("sensitivity.json", sensitivityJson(result));
    return writeReportFiles(folder, files);
}

} // namespace ql::report
