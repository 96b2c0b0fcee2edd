// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/tune_result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ql::report {

/// For reading in a terminal: what to change, what it wins and costs, and the Pareto list.
std::string tuneText(const results::TuneResult& result);

/// The document "quantloupe.tune/1".
std::string tuneJson(const results::TuneResult& result);

/// Writes `tune.json` into @p folder. @throws Error (FileWrite)
std::vector<std::filesystem::path> writeTuneFiles(const results::TuneResult& result,
                                                  const std::filesystem::path& folder);

} // namespace ql::report
