// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/check_result.h"

#include <string>
#include <string_view>
#include <vector>

namespace ql::report {

/// One thing that a threshold was held against.
struct JudgedCase {
    std::string group;         ///< "outputs", "layers", "findings"
    std::string name;          ///< what passes: "output logits: sqnr_db >= 20"; the same in every run
    std::string failure;       ///< what is wrong in one line; empty = the case passed
    std::string measured = {}; ///< what was found, passed or not: "sqnr_db is 31.2"; may be empty
};

/// The cases as build servers read results of tests (JUnit's XML as Jenkins' and GitLab's readers take it): a test
/// suite for each group, in the order in which they come. @p command stands before the groups' names. Characters that
/// XML can't hold become U+FFFD.
std::string junitXml(std::string_view command, const std::vector<JudgedCase>& cases);

/// The findings as code hosts show them beside a change: SARIF 2.1.0 (docs.oasis-open.org/sarif), one run. A finding's
/// rule is its ruleId, which stays the same in every version; info is "note". The layer is a logical location. What a
/// config's reader finds stands in @p config at its line, the rest in the model.
std::string checkSarif(const results::CheckResult& result, const std::string& config);

} // namespace ql::report
