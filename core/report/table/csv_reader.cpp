// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/table/csv_reader.h"

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
    return cells;
}

} // namespace ql::report
