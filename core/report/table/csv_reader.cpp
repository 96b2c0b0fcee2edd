// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/table/csv_reader.h"

#include "core/report/table/csv_writer.h"

namespace ql::report {

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
