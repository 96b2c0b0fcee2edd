// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/format/layer_words.h"
#include "core/report/html/markup.h"
#include "core/report/html/sections.h"

#include <fmt/format.h>

namespace ql::report {

namespace {

std::string rowMarkup(const results::Finding& finding, const Words& words)
{
    return fmt::format("<tr><td><span class=\"severity {}\">{}</span></td>", severityKey(finding.severity),
                       escaped(severityWord(words, finding.severity)))
           + nameCell(finding.layer) + textCell(finding.rule) + sentenceCell(finding.message, words)
           + sentenceCell(finding.advice, words) + "</tr>\n";
}

} // namespace

std::string checkSection(const results::ResultParts& parts, const Words& words)
{
    if (!parts.check)
        return {};
    auto html =
        fmt::format("<p class=\"help\">{}: {}</p>\n", escaped(words(Word::CheckedModel)), escaped(parts.check->model));
    if (parts.check->findings.empty())
        return html + fmt::format("<p>{}</p>\n", escaped(words(Word::NoAdvice)));
    html += tableHead("check sortable", {{words(Word::Severity)},
                                         {words(Word::Layer)},
                                         {words(Word::Rule)},
                                         {words(Word::Finding)},
                                         {words(Word::Remedy)}});
    for (const auto& finding : parts.check->findings)
        html += rowMarkup(finding, words);
    return html + std::string(kTableEnd);
}

} // namespace ql::report
