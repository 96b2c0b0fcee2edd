// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/html/labels.h"
#include "core/report/table/row_columns.h"
#include "core/results/sensitivity_result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ql::report {

struct SensitivityTextOptions {
    std::size_t top = 20;    ///< rows shown per output; 0 = all
    bool isReversed = false; ///< insensitive rows first: candidates for fewer bits
};

/// What is shown of each row; @p mode says what the window's bars are of. Refers to @p output.
RowColumns<results::SensitivityRow> sensitivityColumns(const results::SensitivityOutput& output,
                                                       const Labels& labels = Labels(Language::English),
                                                       results::SensitivityMode mode = results::SensitivityMode::OneOn);

/// For reading in a terminal: one table per output, and how much work the ranking took.
std::string sensitivityText(const results::SensitivityResult& result, const SensitivityTextOptions& options = {});

/// The document "quantloupe.sensitivity/1".
std::string sensitivityJson(const results::SensitivityResult& result);

/// One output's table as the seed tools write it: op_name, sensitive_type, op_type, the metric, quant_dtype, flops.
/// The most sensitive row first, or with @p isReversed last.
std::string sensitiveOpsTable(const results::SensitivityOutput& output, bool isReversed = false);

/// Writes `<output>_<metric>_sensitive_ops.txt` for every output, and `sensitivity.json`, into @p folder.
/// @returns the paths in the order written. @throws Error (FileWrite)
std::vector<std::filesystem::path> writeSensitivityFiles(const results::SensitivityResult& result,
                                                         const std::filesystem::path& folder, bool isReversed = false);

} // namespace ql::report
