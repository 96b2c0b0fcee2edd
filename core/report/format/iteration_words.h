// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/table/number_format.h"
#include "core/results/loop_iterations.h"
#include "core/results/metrics.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <optional>
#include <string>

namespace ql::report {

/// "2", of nested loops "2.0".
std::string nameOf(const auto& iteration)
{
    return fmt::format("{}", fmt::join(iteration.numbers, "."));
}

/// "3, worst 1 (31.2 dB)": how many iterations the loops around a layer ran, and in which its error is largest. @p dbOf
/// gives an iteration's SQNR, or nothing.
template <typename DbOf>
std::string iterationsText(const auto& row, DbOf&& dbOf)
{
    if (row.iterations.empty())
        return {};
    auto text = fmt::format("{}", row.iterations.size());
    if (row.missing.unpaired > 0)
        text += fmt::format(" (and {} of one model only)", row.missing.unpaired);
    if (row.missing.leftOut > 0)
        text += fmt::format(" (and {} left out)", row.missing.leftOut);
    std::optional<double> worst;
    std::string where;
    for (const auto& iteration : row.iterations) {
        const std::optional<double> db = dbOf(iteration);
        if (!db || (worst && !isWorse(results::MetricId::Sqnr, *db, *worst)))
            continue;
        worst = db;
        where = fmt::format(", worst {} ({} dB)", nameOf(iteration), fourDigits(*db));
    }
    return text + where;
}

/// A sentence for each loop of which not all iterations are in the numbers of @p rows.
template <typename Rows>
std::vector<Message> leftOutSentences(const Rows& rows)
{
    std::map<std::string, const typename Rows::value_type*> most;
    for (const auto& row : rows)
        if (auto& known = most[row.body]; row.missing.leftOut > (known ? known->missing.leftOut : 0))
            known = &row;
    std::vector<Message> sentences;
    for (const auto& [body, row] : most)
        if (row)
            sentences.push_back(results::leftOutSentence(*row));
    return sentences;
}

/// The same as lines, "Note: … ."
std::string leftOutLines(const auto& rows)
{
    std::string text;
    for (const auto& sentence : leftOutSentences(rows))
        text += fmt::format("Note: {}.\n", oneLine(sentence.english()));
    return text;
}

} // namespace ql::report
