// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace ql::jobs {

/// Independent pieces of one job, and who works on them.
struct Pieces {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t steps = 1; ///< of progress, that one piece counts as; 0 = none
    std::size_t workers = 1;
    /// Each worker's whole life goes through it, for what a thread must set up; empty = nothing.
    std::function<void(const std::function<void()>& life)> around;

    std::size_t count() const { return end - begin; }
    /// Results that may wait for their turn at most: no worker runs further ahead.
    std::size_t mostWaiting() const { return 32 * workers; }
};

namespace detail {
void run(const Pieces& pieces, JobContext& ctx, const std::function<void(std::size_t, JobContext&)>& work,
         const std::function<void(std::size_t)>& take);
}

/// Calls @p work(index, context) for every piece, and @p take(index, result) on the calling thread in the order of the
/// pieces, whatever order they end in. With one worker everything happens on the calling thread and @p work steps
/// @p ctx itself; with more, its context only learns of cancelling, and pieces.steps are counted as results are taken.
/// What a piece throws is thrown once all pieces before it were taken; no later one is taken, and those that run are
/// asked to stop. Returns or throws when no worker runs any more. @throws what @p work or @p take throw, Cancelled
template <typename Result, typename Work, typename Take>
void runSideBySide(const Pieces& pieces, JobContext& ctx, Work&& work, Take&& take)
{
    std::vector<std::optional<Result>> waiting(pieces.mostWaiting()); // a piece's own until it is taken
    detail::run(
        pieces, ctx,
        [&](std::size_t index, JobContext& context) { waiting[index % waiting.size()].emplace(work(index, context)); },
        [&](std::size_t index) {
            auto& result = waiting[index % waiting.size()];
            take(index, std::move(*result));
            result.reset();
        });
}

} // namespace ql::jobs
