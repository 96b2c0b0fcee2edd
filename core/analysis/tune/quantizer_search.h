// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tune/quantizer_candidates.h"
#include "core/analysis/tune/set_judge.h"
#include "core/base/job_context.h"

namespace ql::analysis {

/// What the search among layers left to be found among single quantizers.
struct QuantizerTask {
    results::TunePoint start;                   ///< without overrides
    results::TunePoint best;                    ///< among sets of layers and scopes
    double clearly = 0.0;                       ///< what one more override must win
    std::vector<results::TuneOverride> ranking; ///< layers, worst first: whose quantizers are tried first
};

/// Puts single quantizers in int16, which is less than their layers: from @p task.start on, one after the other; from
/// task.best on where that doesn't reach the targets; and in place of its layers where it does. Only what is cheaper
/// than the best that reaches them is tried. Gives task.best unless something is better.
results::TunePoint searchQuantizers(const QuantizerTask& task, std::vector<QuantizerCandidate> candidates,
                                    const SetJudge& judge, JobContext& ctx);

} // namespace ql::analysis
