// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/table/csv.h"
#include "core/report/table/text_table.h"

#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ql::report {

/// What stands in one place of a table. Terminal, files and page each write it in their own way.
struct Cell {
    enum class Kind {
        Text,
        Name,    ///< that the row goes by
        Shape,   ///< whose commas would need quotes in a CSV file
        Number,  ///< nothing where it was not measured; the text says why, to the window
        Integer, ///< that is read in full: an index, a class
        Count,   ///< that may be rounded
        Markup   ///< a page's alone: a whole `<td>`
    };
    Kind kind = Kind::Text;
    std::string text = {};
    std::optional<double> number = {};
    std::int64_t integer = 0;
    std::optional<double> badness = {}; ///< of a number, 0 (harmless) … 1

    Cell(Kind kind, std::string_view text)
        : kind(kind)
        , text(text)
    {
    }
    template <std::convertible_to<std::string_view> Text>
    Cell(const Text& text)
        : text(text)
    {
    }
    template <std::integral Integer>
    Cell(Integer integer, Kind kind = Kind::Integer)
        : kind(kind)
        , integer(static_cast<std::int64_t>(integer))
    {
    }
    template <typename Number>
    requires std::same_as<Number, double> || std::same_as<Number, std::optional<double>>
    Cell(const Number& number, std::optional<double> badness = {})
        : kind(Kind::Number)
        , number(number)
        , badness(badness)
    {
    }
};

/// A column of a table of @p Row: what stands at its head and what in each row.
template <typename Row>
struct Column {
    std::string header;
    TextTable::Align align = TextTable::Align::Left;
    std::function<Cell(const Row&)> cell;
    std::string_view worst = {};  ///< on a page: "low" or "high" values are shown first when the column is sorted
    std::string_view metric = {}; ///< on a page: its key
};
template <typename Row>
using Columns = std::vector<Column<Row>>;

constexpr auto kLeft = TextTable::Align::Left;
constexpr auto kRight = TextTable::Align::Right;

/// For reading: four digits, "-" where there is no number.
std::string terminalText(const Cell& cell);
/// As the seed tools' files have it: seven decimals, nothing where there is no number.
std::string fileText(const Cell& cell);
/// The same with `*` for the commas of a shape.
std::string csvText(const Cell& cell);

template <typename Row>
const Row& rowOf(const Row& row)
{
    return row;
}
template <typename Row>
const Row& rowOf(const Row* row)
{
    return *row;
}

/// A table of @p rows, which are rows or pointers to rows.
template <typename Row>
TextTable textTable(const Columns<Row>& columns, const auto& rows, std::string (*text)(const Cell&) = terminalText)
{
    std::vector<TextTable::Column> heads;
    for (const auto& column : columns)
        heads.push_back({column.header, column.align});
    TextTable table(std::move(heads));
    for (const auto& row : rows) {
        std::vector<std::string> cells;
        for (const auto& column : columns)
            cells.push_back(text(column.cell(rowOf(row))));
        table.addRow(std::move(cells));
    }
    return table;
}

/// The same as comma-separated values, if so with a running index in front.
template <typename Row>
std::string csvTable(const Columns<Row>& columns, const auto& rows,
                     TextTable::Numbering numbering = TextTable::Numbering::None)
{
    std::vector<std::string> cells;
    const auto begin = [&](std::string index) {
        cells.clear();
        if (numbering == TextTable::Numbering::Running)
            cells.push_back(std::move(index));
    };
    begin("index");
    for (const auto& column : columns)
        cells.push_back(column.header);
    auto text = csvLine(cells);
    std::size_t index = 0;
    for (const auto& row : rows) {
        begin(std::to_string(index++));
        for (const auto& column : columns)
            cells.push_back(csvText(column.cell(rowOf(row))));
        text += csvLine(cells);
    }
    return text;
}

} // namespace ql::report
