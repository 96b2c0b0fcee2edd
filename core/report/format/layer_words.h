// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/table/number_format.h"
#include "core/results/compare_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ql::report {

/// What a table shows instead of metrics: "mismatch shape", "fused", "no partner"; empty for a compared layer.
std::string_view stateWords(results::LayerRow::State state);

/// "3 of 4 strings equal".
std::string equalStringsText(const results::EqualStrings& strings);
/// The same for a row, and of strings how many are equal.
std::string wordsWithoutMetrics(const results::LayerRow& layer);

/// The operator a reader knows a layer by: the analysis model's, else the baseline's.
const std::string& operatorOf(const auto& row)
{
    return row.analysis.opType.empty() ? row.baseline.opType : row.analysis.opType;
}

/// The element type of the analysis model, else the baseline's.
const std::string& storedDtypeOf(const auto& row)
{
    return row.analysis.dtype.empty() ? row.baseline.dtype : row.analysis.dtype;
}

/// The integer type the layer's analysis value is quantized to, or on whose grid it lies, else its element type.
const std::string& dtypeOf(const auto& row)
{
    if constexpr (requires { row.keptGrid; })
        if (row.keptGrid && !row.quantizer)
            return row.keptGrid->dtype;
    return row.quantizer ? row.quantizer->dtype : storedDtypeOf(row);
}

/// The scale, or the smallest and largest of several; empty without any.
std::string scaleText(const std::optional<results::QuantizerInfo>& quantizer, bool areSeveral,
                      std::string (*format)(double) = fixedSeven);

/// "baseline  …", "analysis  …", a line each.
std::string modelLines(const auto& result)
{
    return fmt::format("baseline  {}\nanalysis  {}\n", oneLine(result.baseline), oneLine(result.analysis));
}

/// "Only in the baseline (2): …"; nothing when there is none.
std::string unmatchedLine(const char* model, const std::vector<std::string>& names);
std::string unmatchedLines(const auto& result)
{
    return unmatchedLine("baseline", result.unmatchedBaseline)
           + unmatchedLine("analysis model", result.unmatchedAnalysis);
}

/// How rows are sorted and cut for a terminal.
struct RowChoice {
    std::optional<results::MetricId> sortBy = results::MetricId::Sqnr; ///< worst first; nothing = as they stand
    std::size_t top = 20;                                              ///< rows shown; 0 = all
    bool showsIterations = false;                                      ///< each iteration of a loop, too
    bool isByWorstSlice = false;                                       ///< by the SQNR of the worst slice instead
    std::vector<results::MetricId> metrics = {};                       ///< in columns of their own, too
};

/// "worst sqnr_db first", or @p otherwise.
std::string orderText(const RowChoice& choice, const char* otherwise);

/// The rows by one of their @p metrics, those without it last.
template <typename Row>
std::vector<const Row*> chosenRows(const std::vector<Row>& rows, std::optional<results::Metrics> Row::*metrics,
                                   const RowChoice& choice)
{
    std::vector<const Row*> chosen;
    for (const auto& row : rows)
        chosen.push_back(&row);
    if (choice.sortBy)
        std::ranges::stable_sort(chosen, [metrics, metric = *choice.sortBy](const Row* a, const Row* b) {
            const auto left = valueOf(a->*metrics, metric);
            const auto right = valueOf(b->*metrics, metric);
            return left && right ? isWorse(metric, *left, *right) : left.has_value() && !right.has_value();
        });
    if (choice.top > 0 && chosen.size() > choice.top)
        chosen.resize(choice.top);
    return chosen;
}

const std::string& rowName(const auto& row)
{
    if constexpr (requires { row.name(); })
        return row.name();
    else
        return row.name;
}

/// The shortest answer about @p rows, which are of @p what: "The worst weight is conv1.weight, with 12.3 dB.", and an
/// empty line. Empty where none has @p metrics.
template <typename Row>
std::string worstRowLine(const std::vector<Row>& rows, std::optional<results::Metrics> Row::*metrics, const char* what)
{
    const auto worst = chosenRows(rows, metrics, {.top = 1});
    const auto value = worst.empty() ? std::nullopt : valueOf(worst.front()->*metrics, results::MetricId::Sqnr);
    return value ? fmt::format("The worst {} is {}, with {} dB.\n\n", what, oneLine(rowName(*worst.front())),
                               fourDigits(*value))
                 : std::string();
}

/// A line for each finding about a config: "a.yaml:12: warning [width]: layer conv1: …". @p file may be empty.
std::string findingLines(const std::vector<results::Diagnostic>& findings, const std::string& file = "config");

/// A line per replayed decision; one that says so when there is none.
std::string decisionsText(const std::vector<results::FlippedDecision>& decisions);

} // namespace ql::report
