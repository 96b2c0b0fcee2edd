// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/measure/mean_value.h"
#include "core/results/sensitivity_result.h"

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

namespace ql::analysis {

/// Everything a ranking has to remember to go on from where it stopped.
struct SensitivityState {
    std::uint64_t samples = 0; ///< of which every row is known
    std::uint64_t rows = 0;    ///< known of the sample in progress
    std::uint64_t executedNodes = 0;
    std::uint64_t naiveNodes = 0;
    std::vector<MeanValue> values;      ///< by ranking, then row
    std::vector<MeanValue> wholes;      ///< by ranking: the whole analysis model
    std::vector<double> reproductionDb; ///< by ranking: the least
    std::vector<std::uint64_t> indices; ///< by decision
    std::vector<std::uint64_t> flipped; ///< by decision

    static auto parts(auto& self)
    {
        return std::tie(self.samples, self.rows, self.executedNodes, self.naiveNodes, self.values, self.wholes,
                        self.reproductionDb, self.indices, self.flipped);
    }

    SensitivityState() = default;
    SensitivityState(std::size_t rankings, std::size_t rowCount, std::size_t decisions)
        : values(rankings * rowCount)
        , wholes(rankings)
        , reproductionDb(rankings, std::numeric_limits<double>::infinity())
        , indices(decisions, 0)
        , flipped(decisions, 0)
    {
    }
};

/// What makes two rankings of as many rows, outputs and decisions as in @p begun the same, over samples with the
/// fingerprint @p samples; how many are wanted and how far sets grow does not.
std::uint64_t jobOf(const results::SensitivityRequest& request, std::uint64_t samples, const SensitivityState& begun);

/// What several processes must have been asked alike, over @p samples samples.
std::vector<std::string> rankingWords(const results::SensitivityRequest& request, std::size_t samples);

} // namespace ql::analysis
