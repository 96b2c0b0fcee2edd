// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace ql::report {

/// Where the boxes of a network stand. They go down by who reads whom; a deep network goes on at the top of a column
/// further right, so that the whole is about as wide as a page.
struct NetworkLayout {
    struct Place {
        double x = 0.0; ///< of the upper left corner
        double y = 0.0;
        std::size_t column = 0;
        std::size_t row = 0; ///< in its column
    };

    std::vector<Place> places;                      ///< by box
    std::vector<std::pair<double, double>> columns; ///< left and right edge of each
    double width = 0.0;
    double height = 0.0;

    static constexpr double kBoxWidth = 118.0;
    static constexpr double kBoxHeight = 20.0;
    static constexpr double kRowGap = 14.0;
    static constexpr double kTop = 28.0; ///< above the first row, where edges pass over columns
};

/// @p reads by box: which boxes it reads. What it would read of a later box does not move it.
NetworkLayout layOutNetwork(const std::vector<std::vector<std::size_t>>& reads);

} // namespace ql::report
