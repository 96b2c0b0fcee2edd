// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/check_result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ql::report {

/// `model_check_result.txt` in the seed tools' five parts: runs that could be fused, weights that are used never or
/// more than once, how each layer's output is quantized, how each weight is, and everything that is abnormal.
std::string modelCheckResult(const results::CheckResult& result);
/// `qconfig_info.txt`: its parts on layers, weights and uses.
std::string qconfigInfo(const results::CheckResult& result);
/// The document "quantloupe.check/1".
std::string checkJson(const results::CheckResult& result);
/// For reading in a terminal: the findings by rule, at most @p perRule of each (0 = all).
std::string checkText(const results::CheckResult& result, std::size_t perRule);

/// Writes `model_check_result.txt`, `qconfig_info.txt` (its parts on layers, weights and uses) and `check.json` into
/// @p folder, each beside its target and renamed.
/// @returns the paths in the order written. @throws Error (FileWrite)
std::vector<std::filesystem::path> writeCheckFiles(const results::CheckResult& result,
                                                   const std::filesystem::path& folder);

} // namespace ql::report
