// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/accuracy_result.h"
#include "core/results/attribution_result.h"
#include "core/results/badcase_result.h"
#include "core/results/compare_result.h"
#include "core/results/sensitivity_result.h"
#include "core/results/weights_result.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace ql::report {

/// What a JSON document that a command wrote holds: the result of that command (the demo's is a comparison with two
/// accuracies), all else null.
struct ResultDocument {
    std::string file;
    std::string command; ///< "compare", "sensitivity", "badcase", "weights", "attribution", "demo"
    std::shared_ptr<const results::CompareResult> comparison;
    std::shared_ptr<const results::SensitivityResult> sensitivity;
    std::shared_ptr<const results::BadCaseResult> badCase;
    std::shared_ptr<const results::WeightsResult> weights;
    std::shared_ptr<const results::AttributionResult> attribution;
    std::shared_ptr<const results::AccuracyResult> baselineAccuracy;
    std::shared_ptr<const results::AccuracyResult> analysisAccuracy;
};

/// @throws Error (FileNotFound, FileCorrupt, UnsupportedFormat) naming the file and the place in it
ResultDocument readResultDocument(const std::filesystem::path& path);
/// The same for a document in memory; @p file is what messages call it.
ResultDocument parseResultDocument(std::string_view text, const std::string& file);

} // namespace ql::report
