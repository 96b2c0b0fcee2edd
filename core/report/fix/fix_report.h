// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/html/labels.h"
#include "core/report/table/row_columns.h"
#include "core/results/fix_result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ql::report {

/// What is shown of each candidate.
RowColumns<results::FixRow> fixColumns(const results::FixResult& result,
                                       const Labels& labels = Labels(Language::English));
/// "conv_1", "conv_1 (+2)", "all".
std::string repairedLayers(const results::FixRow& row);

/// For reading in a terminal: what was chosen and what it wins, then the @p top next candidates; 0 = all.
std::string fixText(const results::FixResult& result, std::size_t top = 20);

/// The document "quantloupe.fix/1".
std::string fixJson(const results::FixResult& result);

/// `fix.csv`: every candidate.
std::string fixCsv(const results::FixResult& result);

/// Writes `fix.json`, `fix.txt`, `fix.csv` and, where a config was edited, `fixed` with its extension.
/// @throws Error (FileWrite)
std::vector<std::filesystem::path> writeFixFiles(const results::FixResult& result, const std::filesystem::path& folder);

} // namespace ql::report
