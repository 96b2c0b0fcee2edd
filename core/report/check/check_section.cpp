// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/format/layer_words.h"
#include "core/report/html/markup.h"
#include "core/report/html/sections.h"

#include <fmt/format.h>

namespace ql::report {

namespace {

std::string rowMarkup(const results::Finding& finding, const Labels& labels)
{
    return fmt::format("<tr><td><span class=\"severity {}\">{}</span></td>", keyOf(finding.severity),
                       escaped(severityWord(labels, finding.severity)))
           + nameCell(finding.layer) + textCell(finding.rule) + sentenceCell(finding.message, labels)
           + sentenceCell(finding.advice, labels) + "</tr>\n";
}

} // namespace

std::string checkSection(const results::ResultParts& parts, const Labels& labels)
{
    if (!parts.check)
        return {};
    auto html = fmt::format("<p class=\"help\">{}: {}</p>\n", escaped(labels(Label::CheckedModel)),
                            escaped(parts.check->model));
    if (parts.check->findings.empty())
        return html + fmt::format("<p>{}</p>\n", escaped(labels(Label::NoAdvice)));
    html += tableHead("check sortable", {{labels(Label::Severity)},
                                         {labels(Label::Layer)},
                                         {labels(Label::Rule)},
                                         {labels(Label::Finding)},
                                         {labels(Label::Remedy)}});
    for (const auto& finding : parts.check->findings)
        html += rowMarkup(finding, labels);
    return html + std::string(kTableEnd);
}

} // namespace ql::report
