// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/html/axis.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ql::report {

/// The rectangle of a drawing in which the data stand; axes and their names stand around it.
struct PlotArea {
    double width; ///< of the whole drawing
    double height;
    double left;
    double right;
    double top;
    double bottom;
};

/// Both axes with ticks, faint lines and names (escaped here).
std::string axesMarkup(const PlotArea& area, const Axis& x, const Axis& y, std::string_view xName,
                       std::string_view yName);

/// The outline of a histogram as path data: bars between @p low and @p high, heights by log10(1 + count).
class CountScale {
public:
    CountScale(const PlotArea& area, std::uint64_t highest);
    double place(std::uint64_t count) const;
    /// At 1, 10, 100 …
    std::string axisMarkup(const PlotArea& area, std::string_view name) const;

private:
    std::uint64_t m_highest;
    double m_bottom;
    double m_height;
};
std::string stepsPath(const std::vector<std::uint64_t>& counts, double from, double to, const CountScale& scale);

/// @p counts in at most @p most bins: neighbours are added up.
std::vector<std::uint64_t> coarser(const std::vector<std::uint64_t>& counts, std::size_t most);

} // namespace ql::report
