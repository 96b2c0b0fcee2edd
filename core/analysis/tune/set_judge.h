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
    std::function<bool()> hasTime;
    std::size_t mostOverrides = 0; ///< 0 = as many as it takes
};

/// Whether one of @p overrides is about @p layer.
inline bool names(const std::vector<results::TuneOverride>& overrides, const std::string& layer)
{
    return std::ranges::any_of(overrides, [&](const results::TuneOverride& one) {
        return (!one.isScope && one.layer == layer) || std::ranges::find(one.followers, layer) != one.followers.end();
    });
}

} // namespace ql::analysis
