// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
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

} // namespace ql::report
