// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/compare_result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ql::report {

/// `compare_per_layer_out.txt`: columns and number formats of the seed tools (SPEC.md A), every layer in execution
/// order.
std::string comparePerLayerTable(const results::CompareResult& result);
/// `compare_per_layer_out.csv`: the same columns; commas inside a shape become `*`.
std::string comparePerLayerCsv(const results::CompareResult& result);
/// `abnormal_layer_advisor.txt`: one row per finding: mod_name, op_type, abnormal_info, advice.
std::string abnormalLayerAdvisor(const results::CompareResult& result);

/// Writes the three files above, `compare.json` and, where there is a budget, `error_budget.csv` into @p folder, each
/// beside its target and renamed.
/// @returns the paths in the order written. @throws Error (FileWrite)
std::vector<std::filesystem::path> writeCompareFiles(const results::CompareResult& result,
                                                     const std::filesystem::path& folder);

} // namespace ql::report
