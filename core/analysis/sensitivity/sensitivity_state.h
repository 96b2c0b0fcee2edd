// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/measure/mean_value.h"
#include "core/base/rank_group.h"
#include "core/results/sensitivity_result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
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

/// What makes two rankings the same; how many samples are wanted and how far sets grow does not.
std::uint64_t rankingFingerprint(const results::SensitivityRequest& request, std::uint64_t samples);

/// Written beside and renamed; a .pt file. @throws Error (FileWrite)
void saveSensitivityState(const std::filesystem::path& path, const SensitivityState& state, std::uint64_t fingerprint);

/// Nothing when there is no such file, it is damaged or of other dimensions than @p like, or it belongs to another
/// ranking than @p fingerprint's (all but the first are logged).
std::optional<SensitivityState> loadSensitivityState(const std::filesystem::path& path, const SensitivityState& like,
                                                     std::uint64_t fingerprint);

/// Which ranking it is, and where its state is kept.
struct RankingIdentity {
    std::size_t samples = 0;
    std::uint64_t fingerprint = 0; ///< as of rankingFingerprint()
    std::filesystem::path file;
};
/// What rank 0 finds of @p request's ranking that was cancelled, on every rank; nothing where it shall begin anew.
/// Collective. @throws Error (BadArgument) where the ranks were started for different rankings
std::optional<SensitivityState> keptState(RankGroup& ranks, const results::SensitivityRequest& request,
                                          const RankingIdentity& ranking, const SensitivityState& like);

} // namespace ql::analysis
