// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/table/csv_writer.h"

namespace ql::report {

namespace {

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

std::string csvLine(std::span<const std::string> cells)
{
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i)
        line += (i == 0 ? "" : ",") + quotedIfNeeded(cells[i]);
    return line + "\n";
}

std::string starsForCommas(std::string shape)
{
    for (auto comma = shape.find(", "); comma != std::string::npos; comma = shape.find(", ", comma))
        shape.replace(comma, 2, "*");
    return shape;
}

} // namespace ql::report
