// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/table/column.h"

#include <algorithm>

namespace ql::report {

/// Whether a program says of some of @p rows where it makes them.
bool knowsSources(const auto& rows)
{
    return std::ranges::any_of(rows, [](const auto& row) { return !row.source.empty(); });
}

/// Adds such a column where some of @p rows know it.
template <typename Row, typename Rows>
void addStackColumn(Columns<Row>& columns, const Rows& rows)
{
    if (knowsSources(rows))
        columns.push_back({"stack", kLeft, &Row::source});
}

} // namespace ql::report
