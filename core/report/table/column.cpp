// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/table/column.h"

#include "core/report/table/number_format.h"

namespace ql::report {

namespace {

std::string textOf(const Cell& cell, std::string (*format)(double), const char* nothing)
{
    if (cell.kind == Cell::Kind::Number)
        return cell.number ? format(*cell.number) : nothing;
    const bool isInteger = cell.kind == Cell::Kind::Integer || cell.kind == Cell::Kind::Count;
    return isInteger ? std::to_string(cell.integer) : cell.text;
}

} // namespace

std::string terminalText(const Cell& cell)
{
    return textOf(cell, fourDigits, "-");
}

std::string fileText(const Cell& cell)
{
    return textOf(cell, fixedSeven, "");
}

std::string csvText(const Cell& cell)
{
    return cell.kind == Cell::Kind::Shape ? starsForCommas(cell.text) : fileText(cell);
}

} // namespace ql::report
