// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/results/fields.h"

#include <string>
#include <vector>

namespace ql::results {

/// Error: it can't run, or its numbers are wrong. Warning: likely a mistake, or accuracy given away. Info: worth
/// knowing, or refused by some targets.
enum class Severity { Info, Warning, Error };

constexpr auto wordsOf(Severity)
{
    return std::array{Word{Severity::Info, "info"}, Word{Severity::Warning, "warning"}, Word{Severity::Error, "error"}};
}

/// What a rule says about a layer, a model or a quantization config.
struct Diagnostic {
    Severity severity = Severity::Warning;
    std::string rule; ///< stays the same in every version: "clamping", "unfused-run", "duplicate-key" …
    std::string
        subject;     ///< a node, or a tensor where the rule is about one; empty = the whole, or the row it stands in
    Message message; ///< what is wrong, with names and numbers
    Message remedy;  ///< what to do; may be empty
    int line = 0;    ///< in a config, counted from 1; 0 = no one place
    int column = 0;
    std::vector<std::string> layers = {}; ///< all that the rule is about, where it is several
    bool isGuess = false;                 ///< no controlled run showed it: worded "may", and ranked below
};

/// Of a row about a layer, which the row names.
void fields(auto& visit, Of<Diagnostic> auto& finding)
{
    visit("severity", finding.severity);
    visit("rule", finding.rule);
    visit("message", finding.message);
    visit("remedy", finding.remedy);
    visit.late("guess", finding.isGuess);
}

/// Of a model or a config as a whole.
void findingFields(auto& visit, Of<Diagnostic> auto& finding)
{
    visit("severity", finding.severity);
    visit("rule", finding.rule);
    visit.orNull("layer", finding.subject);
    visit("message", finding.message);
    visit("advice", finding.remedy);
}

/// Of a config that is looked at; null where it is about no one place.
void placedFindingFields(auto& visit, Of<Diagnostic> auto& finding)
{
    findingFields(visit, finding);
    visit.when(finding.line > 0, "line", finding.line);
    visit.when(finding.column > 0, "column", finding.column);
    visit("layers", finding.layers);
}

/// Of a config that is simulated.
void configFindingFields(auto& visit, Of<Diagnostic> auto& finding)
{
    findingFields(visit, finding);
    visit("line", finding.line);
}

} // namespace ql::results
