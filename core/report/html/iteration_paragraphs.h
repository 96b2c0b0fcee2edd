// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/format/iteration_words.h"
#include "core/report/html/markup.h"

namespace ql::report {

/// A paragraph for each loop of which not all iterations are in the numbers of @p rows.
std::string leftOutParagraphs(const auto& rows, const Labels& labels)
{
    std::string html;
    for (const auto& sentence : leftOutSentences(rows))
        html += fmt::format("<p>{}</p>\n", escaped(sentenceIn(sentence, labels)));
    return html;
}

} // namespace ql::report
