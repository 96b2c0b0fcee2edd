// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/simulation/simulation.h"

#include <optional>
#include <string>
#include <vector>

namespace ql::analysis {

/// Words in the place of an observer that leave the choice to a search: "automatic" tries methods of all kinds on the
/// whole network, "percentiles" several percentiles, "mix" goes on from what "automatic" chose, value by value.
bool isSearchWord(const std::string& method);
/// Whether one of @p settings' quantizers has such a word.
bool isSearchAsked(const quant::QuantSettings& settings);

/// What a search tries in place of its word.
struct SearchedMethod {
    const char* name = "min_max";
    std::optional<double> percentile = {};
    bool isPerChannel = false;            ///< weights; those that are anyway stay so
    std::optional<bool> isSymmetric = {}; ///< nothing = as it is
};

/// @p settings with @p method wherever a search was asked for.
quant::QuantSettings withMethod(quant::QuantSettings settings, const SearchedMethod& method);

/// The plan of the first method with the best output cosine on the first sample, after "mix" with other methods for
/// single values where these make it better. What was tried is added to @p candidates and what was taken is logged.
/// @throws Error (BadArgument) where no output of the float model has numbers; Cancelled
quant::QuantPlan searchedPlan(PreparedSimulation& prepared, std::vector<results::CalibrationCandidate>& candidates,
                              JobContext& ctx);

} // namespace ql::analysis
