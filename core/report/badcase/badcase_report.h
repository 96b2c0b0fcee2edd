// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/html/labels.h"
#include "core/report/table/row_columns.h"
#include "core/results/badcase_result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ql::report {

/// What a measure is called on a page: "SQNR (dB)".
std::string measureOf(const results::BadCaseMetric& metric, const Labels& labels);
/// What is shown of each sample, which live as long as @p result. The window's measures are those of @p output, or of
/// the output that is worst by each.
RowColumns<results::BadCaseEntry> badCaseColumns(const results::BadCaseResult& result,
                                                 const Labels& labels = Labels(Language::English),
                                                 std::optional<std::size_t> output = {});

/// `badcase.txt`: the worst sample of each output by each metric, its value, and the same of the worst output.
std::string badCaseTables(const results::BadCaseResult& result);
/// `badcase_samples.csv`: one line per sample and output with every metric.
std::string badCaseCsv(const results::BadCaseResult& result);
/// The document "quantloupe.badcase/1"; @p top worst samples are listed.
std::string badCaseJson(const results::BadCaseResult& result, std::size_t top);
/// For reading in a terminal: the tables, the @p top worst samples, how the ranking metric is spread, labels, and the
/// worst sample by name.
std::string badCaseText(const results::BadCaseResult& result, std::size_t top);

/// Writes `badcase.txt`, `badcase_samples.csv` and `badcase.json` into @p folder, each beside its target and renamed.
/// @returns the paths in the order written. @throws Error (FileWrite)
std::vector<std::filesystem::path> writeBadCaseFiles(const results::BadCaseResult& result,
                                                     const std::filesystem::path& folder, std::size_t top);

} // namespace ql::report
