// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/format/iteration_words.h"
#include "core/report/table/column.h"

#include <algorithm>
#include <string>
#include <vector>

namespace ql::report {

constexpr std::size_t kBodyWidth = 32;

/// A row and one of its iterations, which is a row of its own.
template <typename Row>
struct RowIteration {
    const Row& row;
    const typename decltype(Row::iterations)::value_type& iteration;
};

/// Columns that tell where layers in bodies stand and what their iterations say; none where there are no such layers.
/// @p dbOf as for iterationsText().
template <typename Row, typename DbOf>
void addBodyColumns(const std::vector<const Row*>& rows, Columns<Row>& columns, DbOf dbOf)
{
    if (std::ranges::any_of(rows, [](const Row* row) { return !row->body.empty(); }))
        columns.push_back({"body", kLeft, [](const auto& row) { return shortened(oneLine(row.body), kBodyWidth); }});
    if (std::ranges::any_of(rows, [](const Row* row) { return !row->iterations.empty(); }))
        columns.push_back({"iterations", kLeft, [dbOf](const auto& row) { return iterationsText(row, dbOf); }});
}

/// A table of all iterations of @p rows by @p columns; empty where none stands in a loop.
template <typename Row>
std::string iterationsSection(const std::vector<const Row*>& rows, Columns<RowIteration<Row>> columns)
{
    std::vector<RowIteration<Row>> all;
    for (const auto* row : rows)
        for (const auto& iteration : row->iterations)
            all.push_back({*row, iteration});
    if (all.empty())
        return {};
    columns.insert(columns.begin(),
                   {{"layer", kLeft, [](const auto& at) { return shortened(oneLine(at.row.name), kBodyWidth); }},
                    {"iteration", kRight, [](const auto& at) { return nameOf(at.iteration); }}});
    return "Iterations of loops, from 0\n" + textTable(columns, all).plain() + "\n";
}

} // namespace ql::report
