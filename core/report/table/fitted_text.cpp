// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/table/fitted_text.h"

#include "core/report/table/display_width.h"
#include "core/report/table/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

namespace ql::report {

namespace {

using Lines = std::vector<std::string_view>;

constexpr std::size_t kGap = 2;        ///< blanks before each column
constexpr std::size_t kLeastName = 16; ///< columns that a name keeps

Lines linesOf(std::string_view text)
{
    Lines lines;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

/// The widths of the columns of a table, of the line below its head; nothing where the line is none.
std::optional<std::vector<std::size_t>> widthsOfRule(std::string_view line)
{
    std::vector<std::size_t> widths;
    while (!line.empty()) {
        if (!line.starts_with("  -"))
            return std::nullopt;
        line.remove_prefix(kGap);
        widths.push_back(std::min(line.find(' '), line.size()));
        if (line.substr(0, widths.back()).find_first_not_of('-') != line.npos)
            return std::nullopt;
        line.remove_prefix(widths.back());
    }
    return widths.empty() ? std::nullopt : std::optional(widths);
}

/// What stands in each column; nothing where @p line is no row of the table.
std::optional<Lines> cellsOf(std::string_view line, const std::vector<std::size_t>& widths)
{
    Lines cells;
    for (const auto width : widths) {
        const auto gap = line.substr(0, std::min(kGap, line.size()));
        if (gap.find_first_not_of(' ') != gap.npos)
            return std::nullopt;
        line.remove_prefix(gap.size());
        cells.push_back(firstColumns(line, width));
        line.remove_prefix(cells.back().size());
    }
    return line.empty() ? std::optional(cells) : std::nullopt;
}

struct ReadTable {
    std::vector<std::size_t> widths;
    std::vector<Lines> rows; ///< the head first
    std::size_t lineCount = 0;
};

/// The table that begins at @p at, if one does.
std::optional<ReadTable> tableAt(const Lines& lines, std::size_t at)
{
    const auto widths = at + 1 < lines.size() ? widthsOfRule(lines[at + 1]) : std::nullopt;
    auto head = widths ? cellsOf(lines[at], *widths) : std::nullopt;
    if (!head)
        return std::nullopt;
    ReadTable table{*widths, {*head}, 2};
    for (std::size_t i = at + 2; i < lines.size() && !lines[i].empty(); ++i, ++table.lineCount) {
        auto cells = cellsOf(lines[i], *widths);
        if (!cells)
            break;
        table.rows.push_back(std::move(*cells));
    }
    return table;
}

std::string_view withoutBlanks(std::string_view cell)
{
    const auto first = cell.find_first_not_of(' ');
    return first == cell.npos ? std::string_view() : cell.substr(first, cell.find_last_not_of(' ') + 1 - first);
}

/// Whether words stand in the column: its head does at its left, and is shorter than what is below.
bool holdsNames(const ReadTable& table, std::size_t column)
{
    const auto head = table.rows.front()[column];
    return !head.starts_with(' ') && displayWidth(withoutBlanks(head)) < table.widths[column];
}

std::size_t widthOf(const std::vector<std::size_t>& widths)
{
    return std::accumulate(widths.begin(), widths.end(), kGap * widths.size());
}

/// The widest names become shorter until the table fits, or none may become shorter.
void cutNames(const ReadTable& table, std::vector<std::size_t>& widths, std::size_t width)
{
    while (widthOf(widths) > width) {
        std::optional<std::size_t> widest;
        for (std::size_t i = 0; i < widths.size(); ++i) {
            const auto least = std::max(kLeastName, displayWidth(withoutBlanks(table.rows.front()[i])));
            if (holdsNames(table, i) && widths[i] > least && (!widest || widths[i] > widths[*widest]))
                widest = i;
        }
        if (!widest)
            return;
        --widths[*widest];
    }
}

std::string drawn(const ReadTable& table, const std::vector<std::size_t>& widths)
{
    std::vector<TextTable::Column> columns;
    for (std::size_t i = 0; i < widths.size(); ++i) {
        const auto head = table.rows.front()[i];
        const bool isRight =
            head.starts_with(' ') || (!holdsNames(table, i) && std::ranges::any_of(table.rows, [i](const Lines& row) {
                return row[i].starts_with(' ');
            }));
        columns.push_back(
            {elided(withoutBlanks(head), widths[i]), isRight ? TextTable::Align::Right : TextTable::Align::Left});
    }
    TextTable fitted(std::move(columns));
    for (std::size_t row = 1; row < table.rows.size(); ++row) {
        std::vector<std::string> cells;
        for (std::size_t i = 0; i < widths.size(); ++i)
            cells.push_back(elided(withoutBlanks(table.rows[row][i]), widths[i]));
        fitted.addRow(std::move(cells));
    }
    return fitted.plain();
}

std::string fittedTable(const ReadTable& table, std::size_t width)
{
    auto widths = table.widths;
    cutNames(table, widths, width);
    while (widths.size() > 1 && widthOf(widths) > width) {
        widths.pop_back();
        auto again = std::vector(table.widths.begin(), table.widths.begin() + std::ptrdiff_t(widths.size()));
        cutNames(table, again, width);
        widths = again;
    }
    if (widths.front() + kGap > width && width > kGap)
        widths.front() = width - kGap;
    auto text = drawn(table, widths);
    if (widths.size() == table.widths.size())
        return text;
    std::string left;
    for (auto i = widths.size(); i < table.widths.size(); ++i)
        left += (left.empty() ? "" : ", ") + std::string(withoutBlanks(table.rows.front()[i]));
    return text
           + wrapped(fmt::format("  (no room for: {}; all of it stands in the files of --out and in --json)", left),
                     width, 4)
           + "\n";
}

} // namespace

std::string wrapped(std::string_view paragraph, std::size_t width, std::size_t indent)
{
    std::string text(paragraph.substr(0, std::min(paragraph.find_first_not_of(' '), paragraph.size())));
    auto used = text.size();
    bool isAtStart = true;
    for (auto rest = paragraph.substr(text.size()); !rest.empty();) {
        const auto word = rest.substr(0, std::min(rest.find(' '), rest.size()));
        const auto blanks = rest.substr(word.size());
        const auto gap = std::min(blanks.find_first_not_of(' '), blanks.size());
        const auto columns = displayWidth(word);
        const auto before = isAtStart ? 0 : used;
        if (!isAtStart && before + columns > width) {
            text.erase(text.find_last_not_of(' ') + 1);
            text += "\n" + std::string(indent, ' ');
            used = indent;
        }
        text += std::string(word) + std::string(gap, ' ');
        used += columns + gap;
        isAtStart = false;
        rest.remove_prefix(word.size() + gap);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

std::string fittedText(std::string_view text, std::size_t width)
{
    if (width == 0)
        return std::string(text);
    const auto lines = linesOf(text);
    std::string fitted;
    for (std::size_t i = 0; i < lines.size();) {
        if (const auto table = tableAt(lines, i)) {
            fitted += fittedTable(*table, width);
            i += table->lineCount;
            continue;
        }
        const auto line = lines[i++];
        constexpr std::size_t kHanging = 2;
        const auto indent = std::min(line.find_first_not_of(' '), line.size()) + kHanging;
        fitted +=
            displayWidth(line) <= width ? std::string(line) : wrapped(line, width, indent < width / 2 ? indent : 0);
        fitted += "\n";
    }
    if (!text.empty() && !text.ends_with('\n'))
        fitted.pop_back();
    return fitted;
}

} // namespace ql::report
