// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/format/finding_lines.h"

#include "core/report/format/layer_words.h"
#include "core/report/format/number_format.h"

#include <fmt/format.h>

namespace ql::report {

std::string findingLines(const std::vector<results::Diagnostic>& findings, const std::string& file)
{
    std::string text;
    for (const auto& finding : findings) {
        const auto where = finding.line > 0 ? fmt::format("{}:{}: ", file, finding.line) : std::string();
        text += fmt::format("{}{} [{}]: {}{}", where, keyOf(finding.severity), finding.rule,
                            finding.subject.empty() ? "" : "layer " + oneLine(finding.subject) + ": ",
                            oneLine(finding.message.english()));
        text += finding.remedy.empty() ? "\n" : fmt::format(" ({})\n", oneLine(finding.remedy.english()));
    }
    return text;
}

} // namespace ql::report
