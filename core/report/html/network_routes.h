// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/html/network_layout.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace ql::report {

/// The ways of a network's edges between its boxes: down the free strips of a column, through the gaps between rows and
/// between columns, never behind a box. Edges that share no source keep apart where there is room.
class NetworkRoutes {
public:
    struct Point {
        double x = 0.0;
        double y = 0.0;
    };

    /// @p layout has to live as long.
    explicit NetworkRoutes(const NetworkLayout& layout);

    /// The corners of the way from the lower edge of box @p from to the upper edge of box @p to.
    std::vector<Point> corners(std::size_t from, std::size_t to);
    /// The same as a path's `d`, with round corners.
    std::string path(std::size_t from, std::size_t to);

private:
    using Span = std::pair<double, double>;

    /// What an edge already goes down.
    struct Lane {
        double x;
        std::size_t source;
        Span rows; ///< from … to, in y
    };

    const NetworkLayout& m_layout;
    std::vector<std::vector<std::vector<double>>> m_boxes; ///< left edges by column and row
    std::vector<Lane> m_lanes;

    Span gutterRightOf(std::size_t column) const;
    std::vector<Span> freeStrips(std::size_t column, std::size_t firstRow, std::size_t endRow) const;
    double lane(std::size_t source, const std::vector<Span>& strips, Span wanted, Span rows);
    std::vector<Point> withinColumn(std::size_t from, std::size_t to, double below, double above);
    std::vector<Point> acrossColumns(std::size_t from, std::size_t to, double below, double above);
};

} // namespace ql::report
