// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/html/labels.h"
#include "core/report/table/column.h"
#include "core/results/badness.h"
#include "core/results/compare_result.h"

#include <fmt/format.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ql::report {

/// @p text as HTML: its special characters are written as entities, control characters and bytes that are no UTF-8 as
/// U+FFFD. Right inside elements and inside quoted attributes.
std::string escaped(std::string_view text);

/// `<td>` or, for a name, `<th scope="row">`. A number has four digits, in full as data-v, which the script shows on
/// hover, and its badness as a bar.
std::string pageCell(const Cell& cell);

/// A `<td>` without its end tag, which HTML implies: of a large model's page that is a tenth.
inline std::string withoutEnd(std::string cell)
{
    constexpr std::string_view kEnd = "</td>";
    if (cell.ends_with(kEnd))
        cell.resize(cell.size() - kEnd.size());
    return cell;
}

/// One of core's English sentences in the page's language, or as it is if nobody has translated it; not escaped.
std::string sentenceIn(const Message& sentence, const Labels& labels);
Cell sentenceCell(const Message& sentence, const Labels& labels);
/// What a finding is about, with a question mark where it is a guess.
std::string ruleTitle(const results::Diagnostic& finding, const Labels& labels);
Cell severityCell(results::Severity severity, const Labels& labels);
/// The `<span>` in such a cell.
std::string severityMark(results::Severity severity, const Labels& labels);
/// A metric's value and how bad it is.
Cell metricCell(const std::optional<results::Metrics>& metrics, results::MetricId metric,
                const results::BadnessScale& scale);

/// "activation", "weight" or "both" in the page's language.
std::string kindWord(const std::string& kind, const Labels& labels);
/// "low" or "high".
std::string_view worstSide(bool isLowWorst);
std::string severityWord(const Labels& labels, results::Severity severity);
std::string stateWord(const Labels& labels, results::LayerRow::State state);

/// The head of a column, which a click sorts.
std::string pageHeader(std::string_view text, bool isNumeric, std::string_view worst, std::string_view metric);

/// A table of class @p classes of @p rows, which are rows or pointers to rows; @p attributes of each `<tr>`.
template <typename Row>
std::string pageTable(std::string_view classes, const Columns<Row>& columns, const auto& rows,
                      const std::function<std::string(const Row&)>& attributes = {})
{
    std::string html = fmt::format("<div class=\"scroller\"><table class=\"{}\"><thead><tr>", classes);
    for (const auto& column : columns)
        html += pageHeader(column.header, column.align == kRight, column.worst, column.metric);
    html += "</tr></thead>\n<tbody>\n";
    for (const auto& row : rows) {
        html += "<tr" + (attributes ? attributes(rowOf(row)) : std::string()) + ">";
        for (const auto& column : columns)
            html += withoutEnd(pageCell(column.cell(rowOf(row))));
        html += "</tr>\n";
    }
    return html + "</tbody></table></div>\n";
}

/// A column of one of a row's metrics.
template <typename Row>
Column<Row> metricColumn(std::string header, std::optional<results::Metrics> Row::*metrics, results::MetricId metric,
                         const results::BadnessScale& scale)
{
    return {std::move(header), kRight, [=](const Row& row) { return metricCell(row.*metrics, metric, scale); },
            worstSide(results::isLowWorst(metric))};
}

} // namespace ql::report
