// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/diff_result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ql::report {

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
