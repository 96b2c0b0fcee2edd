// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ql::report {

/// Where numbers stand along a line of a drawing.
class Axis {
public:
    struct Tick {
        double place;
        std::string label;
    };

    /// @p from and @p to are the places of @p low and @p high; equal numbers get some room around them.
    static Axis linear(double low, double high, double from, double to);
    /// By decades; @pre 0 < low <= high
    static Axis logarithmic(double low, double high, double from, double to);

    /// Numbers beyond the ends stand at the ends; what a logarithm can't take at the low end.
    double place(double value) const;
    /// Whether it isn't beyond the high end.
    bool holds(double value) const;
    /// At round numbers, about @p wanted of them.
    std::vector<Tick> ticks(int wanted) const;

private:
    Axis(bool isLogarithmic, double low, double high, double from, double to);

    bool m_isLogarithmic;
    double m_low; ///< of a logarithmic axis its log10, as m_high
    double m_high;
    double m_from;
    double m_to;
};

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
/// Places are multiples of @p grain.
std::string stepsPath(const std::vector<std::uint64_t>& counts, double from, double to, const CountScale& scale,
                      double grain = 0.1);

/// @p counts in at most @p most bins: neighbours are added up.
std::vector<std::uint64_t> coarser(const std::vector<std::uint64_t>& counts, std::size_t most);

} // namespace ql::report
