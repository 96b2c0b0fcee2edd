// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace ql::widgets {

enum class ChartScale {
    Linear,
    Log10 ///< plotted coordinates are log10 of the values
};

struct Tick {
    double at = 0.0; ///< in plotted coordinates
    QString label;
};

/// Ticks at round numbers (1, 2 or 5 times a power of ten, or powers of ten) within [low, high] of plotted
/// coordinates, at most @p most of them. @p whole keeps to whole numbers.
std::vector<Tick> roundTicks(double low, double high, int most, ChartScale scale, bool whole = false);

} // namespace ql::widgets
