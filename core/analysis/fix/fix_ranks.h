// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/fix/fix_samples.h"
#include "core/base/rank_group.h"
#include "core/quant/fixes/fix_subject.h"
#include "core/results/fix_result.h"

#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

namespace ql::analysis {

/// What a rank found of one candidate, for the others.
struct TriedFix {
    bool isTried = false; ///< false where it was refused before, or time ran out
    bool isMeasured = false;
    results::FixMeasure measure; ///< a judge's number stays behind: judges run on one process
    std::string refusal;         ///< where it was tried and not measured
    std::uint64_t evaluations = 0;

    static auto parts(auto& self)
    {
        return std::tie(self.isTried, self.isMeasured, self.measure.metric, self.measure.cost, self.measure.outputs,
                        self.refusal, self.evaluations);
    }
};

/// A set of candidates that was measured; nothing where it can't be.
struct TriedSet {
    std::vector<std::uint64_t> set;
    bool isMeasured = false;
    results::FixMeasure measure;
    std::uint64_t evaluations = 0;

    static auto parts(auto& self) { return std::tie(self.set, self.isMeasured, self.measure, self.evaluations); }
};

/// Candidates share what they change and what was observed: a rank works on one at a time, with all threads.
constexpr double kBytesOfOneAtATime = std::numeric_limits<double>::infinity();

/// Refuses ranks that were started for different repairs. Collective. @throws Error (BadArgument)
void requireAlike(RankGroup& ranks, const results::FixRequest& request, const quant::FixSubject& start,
                  const FixSamples& samples);

} // namespace ql::analysis
