// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/html/labels.h"
#include "core/report/table/row_columns.h"
#include "core/results/calibrate_result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ql::report {

/// What is shown of each quantized value.
RowColumns<results::CalibratedValue> valueColumns(const Labels& labels = Labels(Language::English));

/// For reading in a terminal: what quantization does to the outputs, what the search tried, and the first @p top values
/// (0 = all).
std::string calibrateText(const results::CalibrateResult& result, std::size_t top = 20);

/// The document "quantloupe.calibrate/1".
std::string calibrateJson(const results::CalibrateResult& result);

/// "kl", "percentile 0.9999".
std::string candidateName(const results::CalibrationCandidate& one);

/// Writes `calibrate.json`, `calibrated_values.csv` (one line per scale) and, where layers were compared,
/// `calibrated_layers.csv` into @p folder. @returns the paths in the order written. @throws Error (FileWrite)
std::vector<std::filesystem::path> writeCalibrateFiles(const results::CalibrateResult& result,
                                                       const std::filesystem::path& folder);

} // namespace ql::report
