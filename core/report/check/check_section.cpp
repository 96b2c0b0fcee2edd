// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/format/layer_words.h"
#include "core/report/html/markup.h"
#include "core/report/html/sections.h"
#include "core/results/check_result.h"

#include <fmt/format.h>

namespace ql::report {

namespace {

std::string rowMarkup(const results::Diagnostic& finding, const Labels& labels)
{
    return fmt::format("<tr><td><span class=\"severity {}\">{}</span></td>", severityKey(finding.severity),
                       escaped(severityWord(labels, finding.severity)))
           + nameCell(finding.subject) + textCell(finding.rule) + sentenceCell(finding.message, labels)
           + sentenceCell(finding.remedy, labels) + "</tr>\n";
}

} // namespace

std::string checkSection(const results::ResultParts& parts, const Labels& labels)
{
    const auto result = parts.first<results::CheckResult>();
    if (!result)
        return {};
    auto html =
        fmt::format("<p class=\"help\">{}: {}</p>\n", escaped(labels(Label::CheckedModel)), escaped(result->model));
    if (result->findings.empty())
        return html + fmt::format("<p>{}</p>\n", escaped(labels(Label::NoAdvice)));
    html += tableHead("check sortable", {{labels(Label::Severity)},
                                         {labels(Label::Layer)},
                                         {labels(Label::Rule)},
                                         {labels(Label::Finding)},
                                         {labels(Label::Remedy)}});
    for (const auto& finding : result->findings)
        html += rowMarkup(finding, labels);
    return html + std::string(kTableEnd);
}

} // namespace ql::report
