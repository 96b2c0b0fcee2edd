// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/result_parts.h"
#include "core/results/verdict.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ql::report {

/// How one part of `analyze` ended.
struct AnalyzedPart {
    std::string name;     ///< "check", "profile_baseline" …: its folder, too
    std::string command;  ///< what was asked for it
    std::string error;    ///< why there is no answer; empty = there is one
    std::string document; ///< the JSON document that it wrote; empty if none
};

/// All that `analyze` found.
struct Analyzed {
    std::filesystem::path folder;
    std::filesystem::path page; ///< the one page of all parts; empty where no part got onto it
    std::vector<AnalyzedPart> parts;
    results::ResultParts results; ///< of the parts that have an answer

    /// Of the ranking, which has an error budget, else of the comparison. Null if neither has an answer.
    const results::Verdict* verdict() const;
};

/// `quantloupe.analyze/1`: folder, page, quality, checklist: [{question, state, because}], parts: [{name, command,
/// error, result}].
std::string analyzeJson(const Analyzed& analyzed);
/// For reading in a terminal: a line for each part, what check found, the worst layers, the verdict, the checklist.
std::string analyzeText(const Analyzed& analyzed);

} // namespace ql::report
