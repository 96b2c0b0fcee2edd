// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/check_result.h"

#include <string>

namespace ql::report {

/// The findings as code hosts show them beside a change: SARIF 2.1.0 (docs.oasis-open.org/sarif), one run. A finding's
/// rule is its ruleId, which stays the same in every version; info is "note". The layer is a logical location. What a
/// config's reader finds stands in @p config at its line, the rest in the model.
std::string checkSarif(const results::CheckResult& result, const std::string& config);

} // namespace ql::report
