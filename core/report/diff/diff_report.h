// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/result_document.h"
#include "core/results/diff/diff_result.h"
#include "core/results/metrics.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace ql::report {

/// What a result measured under @p metric; empty = its own: SQNR of layers and weights, else the metric that ranked it.
/// Outputs are the model's: their metrics, "everything quantized" of a sensitivity ranking, the worst sample of a
/// search. Rows are layers, weights, sensitivity rows ("Conv_34, activation") and samples.
/// @throws Error (BadArgument) naming the metrics that there are
results::MeasurementTable measurementsOf(const ResultDocument& document, const std::string& metric);

// For those that measure.
/// The wanted metric of a result that has all; SQNR when none is wanted, or the first that @p isMeasured where that
/// isn't. The table says which.
results::MetricId chooseMetric(const std::string& wanted, results::MeasurementTable& table,
                               const std::function<bool(results::MetricId metric)>& isMeasured = {});
/// @throws Error (BadArgument)
[[noreturn]] void refuseMetric(const results::MeasurementTable& table, const std::string& metric,
                               const std::string& known);
/// What each output reaches in the end, of a result that knows one metric alone.
template <typename Result>
void measureBest(const Result& result, const std::string& wanted, results::MeasurementTable& table)
{
    table.metric = keyOf(result.metric);
    table.isLowWorst = results::isLowWorst(result.metric);
    if (!wanted.empty() && results::metricFromKey(wanted) != result.metric)
        refuseMetric(table, wanted, table.metric);
    for (const auto& [output, value] : result.best.outputs)
        table.addOutput(output, value);
}

/// For reading in a terminal: the outputs, the @p top rows that got worse most (0 = all), counts.
std::string diffText(const results::DiffResult& result, std::size_t top);
/// One line per measurement: kind, name, before, after, change, verdict.
std::string diffCsv(const results::DiffResult& result);
/// The document "quantloupe.diff/1".
std::string diffJson(const results::DiffResult& result);

/// Writes `diff.txt` (all rows), `diff.csv` and `diff.json` into @p folder.
/// @returns the paths in the order written. @throws Error (FileWrite)
std::vector<std::filesystem::path> writeDiffFiles(const results::DiffResult& result,
                                                  const std::filesystem::path& folder);

} // namespace ql::report
