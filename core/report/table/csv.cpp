// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/table/csv.h"

#include "core/base/utf8.h"

#include <algorithm>
#include <charconv>

namespace ql::report {

namespace {

bool isNumber(std::string_view cell)
{
    double number = 0;
    const auto [end, error] =
        std::from_chars(cell.data() + (cell.starts_with('+') ? 1 : 0), cell.data() + cell.size(), number);
    return error == std::errc{} && end == cell.data() + cell.size();
}

std::string quotedIfNeeded(const std::string& cell)
{
    if (cell.find_first_of(",\"\r\n") == std::string::npos)
        return cell;
    std::string quoted = "\"";
    for (const char c : cell)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
}

} // namespace

bool isFormula(std::string_view cell)
{
    return cell.size() > 1 && std::string_view("=+-@\t\r").find(cell.front()) != std::string_view::npos
           && !isNumber(cell);
}

std::string guardedCell(std::string cell)
{
    const auto bare = std::min(cell.find_first_not_of(kFormulaGuard), cell.size());
    return isFormula(std::string_view(cell).substr(bare)) ? kFormulaGuard + std::move(cell) : cell;
}

std::string csvLine(std::span<const std::string> cells)
{
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i)
        line += (i == 0 ? "" : ",") + quotedIfNeeded(guardedCell(printable(cells[i])));
    return line + "\n";
}

std::string starsForCommas(std::string shape)
{
    for (auto comma = shape.find(", "); comma != std::string::npos; comma = shape.find(", ", comma))
        shape.replace(comma, 2, "*");
    return shape;
}

std::vector<std::string> nextCsvLine(std::string_view text, std::size_t& at)
{
    std::vector<std::string> cells(1);
    bool isQuoted = false;
    while (at < text.size()) {
        const char c = text[at++];
        const bool isPair = c == '"' && isQuoted && at < text.size() && text[at] == '"';
        if (isPair)
            ++at;
        if (c == '"' && !isPair)
            isQuoted = !isQuoted;
        else if (c == ',' && !isQuoted)
            cells.emplace_back();
        else if (c == '\n' && !isQuoted)
            break;
        else
            cells.back() += c;
    }
    for (auto& cell : cells)
        if (cell.starts_with(kFormulaGuard) && guardedCell(cell.substr(1)) == cell)
            cell.erase(0, 1);
    return cells;
}

} // namespace ql::report
