// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/sensitivity/sensitivity_report.h"

#include "core/report/format/counted.h"
#include "core/report/format/layer_words.h"
#include "core/report/format/report_files.h"
#include "core/report/html/markup.h"
#include "core/report/json/field_writer.h"
#include "core/report/table/column.h"
#include "core/report/table/stack_column.h"
#include "core/report/verdict/verdict_report.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace ql::report {

using results::SensitivityOutput;
using results::SensitivityResult;
using results::SensitivityRow;

namespace {

/// How much better the output gets against everything quantized; positive is better for every metric.
double gainOf(const SensitivityOutput& output, const SensitivityRow& row)
{
    const double change = row.metricValue - output.everythingOn;
    return results::isLowWorst(output.metric) ? change : -change;
}

/// With a bar along the best gain of all.
CellOf<SensitivityRow> gainCell(const SensitivityOutput& output)
{
    double best = 0.0;
    for (const auto& row : output.rows)
        if (const double gain = gainOf(output, row); std::isfinite(gain))
            best = std::max(best, gain);
    return [&output, best](const SensitivityRow& row) {
        const double gain = gainOf(output, row);
        return Cell(gain, best > 0.0 ? std::clamp(gain / best, 0.0, 1.0) : 0.0);
    };
}

/// "9216(100.00%)", as the seed tools write it.
std::string flopsCell(const SensitivityRow& row)
{
    return fmt::format("{}({:.2f}%)", row.macs, row.macsShare * 100.0);
}

/// Siblings stand under the first one's name.
std::string nameCell(const SensitivityRow& row)
{
    if (row.opType == "Scope" || row.layers.size() < 2)
        return row.opName;
    return fmt::format("{} (+{})", row.opName, row.layers.size() - 1);
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

std::string mostSensitive(const SensitivityResult& result)
{
    if (result.outputs.empty() || result.outputs.front().rows.empty())
        return "There is no row.";
    const auto& output = result.outputs.front();
    const auto& row = output.rows.front();
    const auto who = fmt::format("{} ({})", oneLine(row.opName), row.sensitiveType);
    return result.mode == results::SensitivityMode::OneOff
               ? fmt::format("{} gives {} most where it alone stays float: {} {} instead of {}.", who,
                             oneLine(output.name), keyOf(output.metric), fourDigits(row.metricValue),
                             fourDigits(output.everythingOn))
               : fmt::format("{} costs {} most: {} {} where it alone is quantized, {} where everything is.", who,
                             oneLine(output.name), keyOf(output.metric), fourDigits(row.metricValue),
                             fourDigits(output.everythingOn));
}

/// The shortest answer in one line, and below it what it rests on.
std::string answerSection(const SensitivityResult& result)
{
    const auto text = verdictText(result.verdict);
    const auto end = std::min(text.find('\n'), text.size());
    return text.substr(0, end) + (end == 0 ? "" : ". ") + mostSensitive(result) + "\n"
           + text.substr(std::min(end + 1, text.size())) + "\n";
}

std::string predictedText(const SensitivityResult& result)
{
    const auto& rows = result.outputs.front().rows;
    const auto exact = std::ranges::count(rows, false, &SensitivityRow::isPredicted);
    return fmt::format("\n{} ranking over {}, predicted by derivatives to first order; {} of {} rows were "
                       "run.\n",
                       keyOf(result.mode), counted(result.samples, "sample"), exact, rows.size());
}

} // namespace

RowColumns<SensitivityRow> sensitivityColumns(const SensitivityOutput& output, const Labels& labels,
                                              results::SensitivityMode mode)
{
    const auto metric = output.metric;
    const std::string key(keyOf(metric));
    results::BadnessScale scale;
    for (const auto& row : output.rows)
        scale.see(metric, row.metricValue);
    const auto place = [&output](const SensitivityRow& row) { return &row - output.rows.data(); };
    const CellOf<SensitivityRow> withBar = [=](const SensitivityRow& row) {
        return Cell(row.metricValue, scale.badness(metric, row.metricValue));
    };
    const bool isOneOff = mode == results::SensitivityMode::OneOff; // whose bars are of the gain
    RowColumns<SensitivityRow> columns{
        {{.title = labels("Rank")},
         kRight,
         [=](const auto& row) { return place(row) + 1; },
         {.hint = labels("Place in the ranking; 1 matters most")}},
        {{.title = labels("Layer")},
         kLeft,
         [](const auto& row) { return Cell(Cell::Kind::Name, row.opName); },
         {.isLayer = true}},
        {{.terminal = "op_name", .file = "op_name"}, kLeft, nameCell},
        {{.title = labels("Quantizer")},
         kLeft,
         [labels](const auto& row) { return kindWord(row.sensitiveType, labels); },
         {.hint = labels("What was switched: the quantizer of the output, of the weight, or the whole layer")}},
        {{.terminal = "sensitive_type", .file = "sensitive_type"}, kLeft, &SensitivityRow::sensitiveType},
        {{.title = labels("Operator"), .terminal = "op_type"}, kLeft, &SensitivityRow::opType},
        {{.file = "op_type"}, kLeft, &SensitivityRow::typeName},
        {{.page = labels(metric), .terminal = key, .file = key},
         kRight,
         withBar,
         {.worst = worstSide(results::isLowWorst(metric))}},
        {{.window = labels(metric)},
         kRight,
         isOneOff ? CellOf<SensitivityRow>(&SensitivityRow::metricValue) : withBar,
         {.measures = metric, .hint = labels("The model's output against the baseline's after the switch")}},
        {{.window = labels("Gain")},
         kRight,
         gainCell(output),
         {.hint = labels("What leaving this in high precision (m) wins over quantizing everything (m₀)")}},
        {{.window = labels("Up to here float")},
         kRight,
         [=, &output](const auto& row) {
             const auto at = std::size_t(place(row));
             return at < output.cumulative.size() ? std::optional(output.cumulative[at].metricValue) : std::nullopt;
         },
         {.measures = metric,
          .hint = labels("The model's output when this row and all above it are left in high precision")}},
        {{.title = labels("Type"), .terminal = "quant_dtype", .file = "quant_dtype"},
         kLeft,
         &SensitivityRow::quantDtype},
        {{.title = labels("MACs")}, kRight, [](const auto& row) { return Cell(row.macs, Cell::Kind::Count); }},
        {{.title = labels("MACs (%)")},
         kRight,
         [](const auto& row) { return row.macsShare * 100.0; },
         {.hint = labels("Share of the model's multiply-accumulate operations")}},
        {{.terminal = "flops", .file = "flops"}, kRight, flopsCell}};
    if (std::ranges::any_of(output.rows, &SensitivityRow::isPredicted))
        columns.push_back({{.title = labels("Found"), .terminal = "found", .file = "found"},
                           kLeft,
                           [labels](const auto& row) { return labels(row.isPredicted ? "predicted" : "run"); }});
    if (knowsSources(output.rows))
        columns.push_back({{.terminal = "stack", .file = "stack"}, kLeft, &SensitivityRow::source});
    return columns;
}

std::string sensitivityText(const SensitivityResult& result, const SensitivityTextOptions& options)
{
    auto text = answerSection(result) + modelLines(result);
    if (result.inside)
        text += fmt::format("Note: {}.\n", oneLine(result.inside->sentence().english()));
    if (result.deviation)
        text += fmt::format("Note: {}.\n", oneLine(result.deviation->sentence().english()));
    for (const auto& output : result.outputs) {
        const auto rows = chosen(output, options);
        text += fmt::format("\nOutput {}: {} of {} rows, {} first. Everything quantized: {}.\n", oneLine(output.name),
                            rows.size(), output.rows.size(), options.isReversed ? "least sensitive" : "most sensitive",
                            fourDigits(output.everythingOn));
        text += textTable(columnsAt(Place::Terminal, sensitivityColumns(output)), rows).plain() + cumulativeText(output)
                + scopeText(output);
    }
    if (result.replaysDecisions)
        text += decisionsText(result.decisions);
    for (const auto& place : result.unplaced)
        text += fmt::format("no place in the baseline: {}\n", oneLine(place));
    if (result.method == results::SensitivityMethod::Gradient)
        return text + predictedText(result);
    const double share = result.naiveNodes == 0 ? 0.0 : double(result.executedNodes) / double(result.naiveNodes);
    return text
           + fmt::format("\n{} ranking over {}; ran {} nodes, {:.0f} % of {} for whole forwards.\n", keyOf(result.mode),
                         counted(result.samples, "sample"), countText(result.executedNodes), share * 100.0,
                         countText(result.naiveNodes));
}

std::string sensitivityJson(const SensitivityResult& result)
{
    return documentText(resultDocument("sensitivity", result));
}

std::string sensitiveOpsTable(const SensitivityOutput& output, bool isReversed)
{
    return textTable(columnsAt(Place::File, sensitivityColumns(output)),
                     chosen(output, {.top = 0, .isReversed = isReversed}), fileText)
        .psql();
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
