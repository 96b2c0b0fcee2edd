// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine.h"
#include "tests/bench/peer_process.h"
#include "tests/models/manifest.h"

#include <cstddef>
#include <optional>

namespace ql::bench {

/// Seconds of whole questions about a pair, the models read before as in the window; the least of @p rounds.
/// @p threads as in results::RunOptions. The first is of two questions: run the baseline, run the analysis model.
double runsSeconds(engine::Engine& engine, const tests::TwinPair& pair, int threads, int rounds);

struct TimedComparison {
    double seconds = 0.0; ///< from the request to the result
    /// By the result's own clock: all but controlled runs, and inside the nodes of both models.
    double ownSeconds = 0.0;
    double nodeSeconds = 0.0;
};
/// The least of each, without controlled runs.
TimedComparison timeComparison(engine::Engine& engine, const tests::TwinPair& pair, int threads, int rounds);

struct TimedRanking {
    double seconds = 0.0;
    std::size_t rows = 0;
};
/// Nothing for an analysis model without quantizers to switch.
std::optional<TimedRanking> sensitivitySeconds(engine::Engine& engine, const tests::TwinPair& pair, int threads,
                                               int rounds);

/// A search of @p samples samples, all the pair's own.
double badCaseSeconds(engine::Engine& engine, const tests::TwinPair& pair, std::size_t samples, int threads,
                      int rounds);

} // namespace ql::bench
