// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>

namespace ql::report {

/// How bad something is, wherever a file says it by a colour: the cividis scale in eleven steps, 0 dark blue … 1
/// yellow. report.css has the same.
inline constexpr std::array<std::string_view, 11> kBadnessColours{"#00224e", "#15336f", "#35456c", "#4f576c",
                                                                  "#666970", "#7d7c78", "#948e77", "#aea371",
                                                                  "#c8b866", "#e5cf52", "#fee838"};
/// Up to here the colours are dark enough for white letters.
inline constexpr std::size_t kLastDarkBadness = 4;

/// The step of @p badness, 0 … 1; NaN is as bad as can be.
inline std::size_t badnessStep(double badness)
{
    constexpr double kLast = double(kBadnessColours.size() - 1);
    return std::size_t(std::lround((std::isnan(badness) ? 1.0 : std::clamp(badness, 0.0, 1.0)) * kLast));
}

} // namespace ql::report
