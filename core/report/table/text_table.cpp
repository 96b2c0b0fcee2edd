// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/table/text_table.h"

#include "core/report/table/display_width.h"
#include "core/report/table/number_format.h"

#include <algorithm>
#include <utility>

namespace ql::report {

namespace {

/// How much room a text takes: files are read by programs, which count characters, a terminal by eyes.
using Measure = std::size_t (*)(std::string_view);

std::string padded(const std::string& text, std::size_t width, TextTable::Align align, Measure measure)
{
    const auto used = measure(text);
    const std::string blanks(width > used ? width - used : 0, ' ');
    return align == TextTable::Align::Left ? text + blanks : blanks + text;
}

std::string frameLine(const std::vector<std::size_t>& widths, char corner)
{
    std::string line(1, corner);
    for (std::size_t i = 0; i < widths.size(); ++i)
        line += (i == 0 ? "" : "+") + std::string(widths[i] + 2, '-');
    return line + corner + "\n";
}

} // namespace

TextTable::TextTable(std::vector<Column> columns)
    : m_columns(std::move(columns))
{
}

void TextTable::addRow(std::vector<std::string> cells)
{
    for (auto& cell : cells)
        cell = oneLine(cell);
    cells.resize(m_columns.size());
    m_rows.push_back(std::move(cells));
}

std::vector<std::size_t> TextTable::widths(std::size_t headerPadding, std::size_t (*measure)(std::string_view)) const
{
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        std::size_t width = measure(m_columns[i].header) + headerPadding;
        for (const auto& row : m_rows)
            width = std::max(width, measure(row[i]));
        widths.push_back(width);
    }
    return widths;
}

std::string TextTable::psql(Numbering numbering) const
{
    if (numbering == Numbering::None)
        return framed();
    TextTable indexed({{"", Align::Right}});
    indexed.m_columns.insert(indexed.m_columns.end(), m_columns.begin(), m_columns.end());
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        indexed.m_rows.push_back({std::to_string(i)});
        indexed.m_rows.back().insert(indexed.m_rows.back().end(), m_rows[i].begin(), m_rows[i].end());
    }
    return indexed.framed();
}

std::string TextTable::framed() const
{
    // tabulate makes every column at least two characters wider than its header.
    constexpr std::size_t kHeaderPadding = 2;
    const auto widths = this->widths(kHeaderPadding, characterCount);
    const auto line = [this, &widths](auto&& cell) {
        std::string text;
        for (std::size_t i = 0; i < widths.size(); ++i)
            text += "| " + padded(cell(i), widths[i], m_columns[i].align, characterCount) + " ";
        return text + "|\n";
    };
    std::string text = frameLine(widths, '+');
    text += line([this](std::size_t i) { return m_columns[i].header; });
    text += frameLine(widths, '|');
    for (const auto& row : m_rows)
        text += line([&row](std::size_t i) { return row[i]; });
    return text + frameLine(widths, '+');
}

std::string TextTable::plain() const
{
    const auto widths = this->widths(0, displayWidth);
    const auto line = [this, &widths](auto&& cell) {
        std::string text;
        for (std::size_t i = 0; i < widths.size(); ++i)
            text += "  " + padded(cell(i), widths[i], m_columns[i].align, displayWidth);
        text.erase(text.find_last_not_of(' ') + 1);
        return text + "\n";
    };
    std::string text = line([this](std::size_t i) { return m_columns[i].header; });
    text += line([&widths](std::size_t i) { return std::string(widths[i], '-'); });
    for (const auto& row : m_rows)
        text += line([&row](std::size_t i) { return row[i]; });
    return text;
}

} // namespace ql::report
