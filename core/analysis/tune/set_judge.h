// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/tune_result.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ql::analysis {

/// What a search asks about sets of overrides.
struct SetJudge {
    /// Nothing for a set that can't be.
    std::function<std::optional<results::TunePoint>(std::vector<results::TuneOverride>)> judge;
    /// Whether that one alone can be, without running it.
    std::function<bool(const results::TuneOverride&)> isAllowed;
    /// What it costs, without running it.
    std::function<double(const std::vector<results::TuneOverride>&)> cost;
    std::function<bool()> hasTime;
    std::size_t mostOverrides = 0; ///< 0 = as many as it takes
};

/// What reaches the targets cheaply before what reaches them at all before what comes nearer.
inline bool isBetter(const results::TunePoint& a, const results::TunePoint& b)
{
    if (a.margin >= 0.0 && b.margin >= 0.0)
        return a.cost < b.cost;
    return a.margin > b.margin;
}

/// Adds @p point to @p points, of rising cost, unless one of them is as cheap and as good; drops what it beats.
inline void addToFront(std::vector<results::TunePoint>& points, const results::TunePoint& point)
{
    const auto beats = [](const results::TunePoint& a, const results::TunePoint& b) {
        return a.cost <= b.cost && a.margin >= b.margin;
    };
    if (std::ranges::any_of(points, [&](const auto& known) { return beats(known, point); }))
        return;
    std::erase_if(points, [&](const auto& known) { return beats(point, known); });
    points.insert(std::ranges::upper_bound(points, point.cost, {}, &results::TunePoint::cost), point);
}

/// Whether one of @p overrides is about the whole of @p layer.
inline bool names(const std::vector<results::TuneOverride>& overrides, const std::string& layer)
{
    return std::ranges::any_of(overrides, [&](const results::TuneOverride& one) {
        return (!one.isScope && one.tensor.empty() && one.layer == layer)
               || std::ranges::find(one.followers, layer) != one.followers.end();
    });
}

} // namespace ql::analysis
