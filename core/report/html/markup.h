// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/html/labels.h"
#include "core/results/badness.h"
#include "core/results/compare_result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ql::report {

/// @p text as HTML: its special characters are written as entities, control characters and bytes that are no UTF-8 as
/// U+FFFD. Right inside elements and inside quoted attributes.
std::string escaped(std::string_view text);

/// A header cell that sorts its column when clicked.
struct Header {
    std::string_view text; ///< escaped here
    bool isNumeric = false;
    std::string_view worst = {}; ///< "low" or "high": which values come first
    std::string_view metric = {};
};
/// The head of a table of class @p classes, up to and including `<tbody>`.
std::string tableHead(std::string_view classes, const std::vector<Header>& headers);
constexpr std::string_view kTableEnd = "</tbody></table></div>\n";

/// `<td>` with escaped text.
std::string textCell(std::string_view text);
/// `<td>` with one of core's English sentences in the page's language, or as it is if nobody has translated it.
std::string sentenceCell(const Message& sentence, const Labels& labels);
/// `<th scope="row">` with the name that a row goes by.
std::string nameCell(std::string_view name);
/// A number with four digits, in full as data-v and on hover; an empty cell without a value.
std::string numberCell(std::optional<double> value);
/// The same with a bar below it, from 0 (harmless) to 1.
std::string barCell(std::optional<double> value, double badness);
std::string metricCell(const std::optional<results::Metrics>& metrics, results::MetricId metric,
                       const results::BadnessScale& scale);
std::string countCell(std::uint64_t count);

/// "low" or "high".
std::string_view worstSide(bool isLowWorst);
std::string_view severityWord(const Labels& labels, results::Severity severity);
std::string_view stateWord(const Labels& labels, results::LayerRow::State state);

} // namespace ql::report
