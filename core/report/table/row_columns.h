// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/table/column.h"
#include "core/report/table/number_format.h"
#include "core/results/badness.h"
#include "core/results/metrics.h"

#include <optional>
#include <string>
#include <utility>

namespace ql::report {

/// Where the rows of an answer are shown. A page is report.html.
enum class Place { Terminal, File, Page, Window };

/// What stands above a column, place by place; a place without a head does not show the column.
struct Heads {
    std::optional<std::string> title = {}; ///< of page and window, in the reader's language
    std::optional<std::string> page = {};  ///< of the page alone
    std::optional<std::string> window = {};
    std::optional<std::string> terminal = {};
    std::optional<std::string> file = {};

    const std::optional<std::string>& at(Place place) const
    {
        switch (place) {
        case Place::Terminal: return terminal;
        case Place::File: return file;
        case Place::Page: return page ? page : title;
        case Place::Window: break;
        }
        return window ? window : title;
    }
};

template <typename Row>
using CellOf = std::function<Cell(const Row&)>;

/// What not every column has.
template <typename Row>
struct ColumnExtras {
    std::string_view worst = {};                    ///< as Column has it
    std::string_view metric = {};                   ///< the same
    std::optional<results::MetricId> measures = {}; ///< the window's tooltip says its formula
    std::string hint = {};                          ///< what the column means, for the same tooltip
    CellOf<Row> tip{};                              ///< a tooltip of each cell
    CellOf<Row> terminalCell{};                     ///< in place of what the other places show
    std::size_t width = 0;                          ///< to which a terminal cuts names; 0 = not at all
    bool isLayer = false;                           ///< names the layer that the row is about
    bool elidesMiddle = false;                      ///< holds names whose ends tell more than their middle
};

/// One thing that an answer says of each row: described once, read by every place.
template <typename Row>
struct RowColumn {
    Heads heads;
    TextTable::Align align;
    CellOf<Row> cell;
    ColumnExtras<Row> extras = {};
};
template <typename Row>
using RowColumns = std::vector<RowColumn<Row>>;

/// A column of one of a row's metrics. @p scale knows the values of all rows
template <typename Row>
RowColumn<Row> measureColumn(Heads heads, std::optional<results::Metrics> Row::*metrics, results::MetricId metric,
                             const results::BadnessScale& scale, std::string hint = {})
{
    return {std::move(heads),
            kRight,
            [=](const Row& row) {
                const auto value = valueOf(row.*metrics, metric);
                return Cell(value, value ? scale.badness(metric, *value) : 0.0);
            },
            {.worst = isLowWorst(metric) ? "low" : "high", .measures = metric, .hint = std::move(hint)}};
}

/// What @p place shows of them, in a table that is written.
template <typename Row>
Columns<Row> columnsAt(Place place, const RowColumns<Row>& described)
{
    Columns<Row> columns;
    for (const auto& [heads, align, cell, extras] : described) {
        if (!heads.at(place))
            continue;
        auto& column = columns.emplace_back(*heads.at(place), align, cell, extras.worst, extras.metric);
        if (place == Place::Terminal && extras.terminalCell)
            column.cell = extras.terminalCell;
        else if (place == Place::Terminal && extras.width > 0)
            column.cell = [cell = cell, width = extras.width](const Row& row) {
                return shortened(oneLine(cell(row).text), width);
            };
    }
    return columns;
}

} // namespace ql::report
