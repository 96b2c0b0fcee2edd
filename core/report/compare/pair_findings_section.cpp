// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/compare/pair_findings_section.h"

#include "core/report/format/layer_words.h"
#include "core/report/html/markup.h"

#include <fmt/format.h>

namespace ql::report {

std::string pairFindingsText(const results::CompareResult& result)
{
    const auto lines = findingLines(result.pairFindings);
    return lines.empty() ? lines : "About the two models\n" + lines + "\n";
}

std::string pairFindingsTable(const results::CompareResult& result, const Labels& labels)
{
    using results::Diagnostic;
    if (result.pairFindings.empty())
        return {};
    const Columns<Diagnostic> columns{
        {labels("Severity"), kLeft, [&](const auto& finding) { return severityCell(finding.severity, labels); }},
        {labels("Finding"), kLeft, [&](const auto& finding) { return sentenceCell(finding.message, labels); }},
        {labels("What to do"), kLeft, [&](const auto& finding) { return sentenceCell(finding.remedy, labels); }}};
    return fmt::format("<h3>{}</h3>\n", escaped(labels("About the two models")))
           + pageTable("pair words", columns, result.pairFindings);
}

} // namespace ql::report
