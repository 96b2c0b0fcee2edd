// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/check_result.h"

#include <string>
#include <string_view>
#include <vector>

namespace ql::tests {

/// Everything that `check` says about the model that @p text (the graph's text form) describes.
results::CheckResult checkText(const std::string& text);

/// The findings of one rule.
std::vector<results::Diagnostic> findingsOf(std::string_view rule, const std::string& text);

/// "error conv, info relu": severity and layer of each finding of @p rule, in order.
std::string summaryOf(std::string_view rule, const std::string& text);

} // namespace ql::tests
