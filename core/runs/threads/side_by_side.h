// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/jobs/side_by_side.h"

#include <chrono>
#include <cstddef>
#include <utility>

namespace ql::runs {

/// How pieces that run models use the threads which the calling thread's ThreadGuard allows: several pieces at a time,
/// or one after another with all threads for the kernels of each. No number depends on it.
struct ThreadShare {
    std::size_t pieces = 1; ///< at a time
    int threadsEach = 1;
};

/// For @p count pieces that take about @p secondsEach and, if more than one is at work, @p bytesEach of memory each
/// beyond what is held already; 0 where that isn't known.
ThreadShare shareThreads(std::size_t count, double secondsEach, double bytesEach);

/// What all values of @p graph take that declare their shape, initializers left out: no execution holds more of them.
double declaredBytes(const graph::Graph& graph);

/// @p pieces, worked on as @p share says; says so in the log, as a sentence about @p what if there is one.
jobs::Pieces shared(jobs::Pieces pieces, const ThreadShare& share, const char* what);

/// As jobs::runSideBySide() with as many workers as are worth while. @p secondsEach is what a piece takes: 0 has it
/// measured on the first one, or the first two where they are short, and tells the next call with pieces of the kind.
/// @p bytesEach as of shareThreads(), @p what names the pieces in the log; null keeps out of it.
template <typename Result, typename Work, typename Take>
void runSideBySide(jobs::Pieces pieces, const char* what, double bytesEach, double& secondsEach, JobContext& ctx,
                   Work&& work, Take&& take)
{
    constexpr double kLongSeconds = 0.005;
    const auto takeAlone = [&] {
        const auto began = std::chrono::steady_clock::now();
        ctx.throwIfCancelled();
        take(pieces.begin, work(pieces.begin, ctx));
        ++pieces.begin;
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    };
    const int trials = secondsEach == 0.0 ? 2 : 0;
    for (int trial = 0; trial < trials && pieces.count() > 0 && secondsEach < kLongSeconds; ++trial)
        secondsEach = takeAlone();
    const auto share = shareThreads(pieces.count(), secondsEach, bytesEach);
    jobs::runSideBySide<Result>(shared(std::move(pieces), share, what), ctx, work, take);
}

/// The same, of pieces that come once.
template <typename Result, typename Work, typename Take>
void runSideBySide(jobs::Pieces pieces, const char* what, double bytesEach, JobContext& ctx, Work&& work, Take&& take)
{
    double secondsEach = 0.0;
    runSideBySide<Result>(std::move(pieces), what, bytesEach, secondsEach, ctx, std::forward<Work>(work),
                          std::forward<Take>(take));
}

} // namespace ql::runs
