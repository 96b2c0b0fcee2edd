// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/fix/fix_config.h"
#include "core/analysis/fix/fix_journal.h"
#include "core/analysis/fix/fix_judge.h"
#include "core/analysis/fix/fix_progress.h"
#include "core/analysis/fix/fix_samples.h"
#include "core/analysis/workspace/workspace.h"

#include <chrono>

namespace ql::analysis {

/// Everything that the steps of one search for repairs share. What it refers to must outlive it.
struct FixSearch {
    /// As rank 0's clock has it. Collective.
    bool hasTime() const;
    /// As the clock of this rank has it, where only @p share of the time may be spent.
    bool hasTimeHere(double share = 1.0) const;

    const results::FixRequest& request;
    const quant::FixSubject& subject; ///< as it is before any repair
    const FixSamples& samples;
    FixJudge& judge;
    const FixConfig* config; ///< null without one
    FixJournal journal;      ///< of all that was tried
    JobContext& ctx;
    FixProgress progress = FixProgress(ctx, request.mostSeconds);
    RankGroup& ranks = ranksOf(request.options); ///< share the candidates, and the samples that sets are measured on
    const std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();
};

} // namespace ql::analysis
