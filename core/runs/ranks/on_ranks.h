// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/packed.h"
#include "core/base/rank_group.h"
#include "core/runs/threads/side_by_side.h"

#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace ql::runs {

namespace detail {
void runOnRanks(RankGroup& ranks, jobs::Pieces pieces, const char* what, double bytesEach, JobContext& ctx,
                const std::function<std::string(std::size_t, JobContext&)>& work,
                const std::function<void(std::size_t, std::string_view)>& take,
                const std::function<void(std::size_t)>& settle = {});
}

/// As runSideBySide(), with the pieces dealt out to the ranks of a group, each of which works on its own side by side.
/// Every rank's @p take gets every result, in the order of the pieces: what is summed up there is the same bit for bit
/// however many ranks there are. Results are exchanged about once a second. What a piece throws, every rank throws,
/// once all pieces before it were taken. Where a rank is cancelled all are, after what is known was taken. @p Result
/// can be packed (packed.h). @p secondsEach as of runSideBySide(); several ranks measure it each time. @throws what
/// @p work and @p take throw, Cancelled, Error naming a rank that ended
template <typename Result, typename Work, typename Take>
void runOnRanks(RankGroup& ranks, jobs::Pieces pieces, const char* what, double bytesEach, double& secondsEach,
                JobContext& ctx, Work&& work, Take&& take)
{
    if (ranks.isAlone()) {
        runSideBySide<Result>(std::move(pieces), what, bytesEach, secondsEach, ctx, work, take);
        return;
    }
    detail::runOnRanks(
        ranks, std::move(pieces), what, bytesEach, ctx,
        [&work](std::size_t i, JobContext& context) { return packed<Result>(work(i, context)); },
        [&take](std::size_t i, std::string_view bytes) { take(i, unpacked<Result>(bytes)); });
}

/// The same, of pieces that come once.
template <typename Result, typename Work, typename Take>
void runOnRanks(RankGroup& ranks, jobs::Pieces pieces, const char* what, double bytesEach, JobContext& ctx, Work&& work,
                Take&& take)
{
    double secondsEach = 0.0;
    runOnRanks<Result>(ranks, std::move(pieces), what, bytesEach, secondsEach, ctx, work, take);
}

/// The same of several ranks, which gather what they see beside the results: after each exchange every rank is told by
/// @p settle how many pieces are done, all that come first, while none is at work. It may be collective.
template <typename Result, typename Work, typename Take, typename Settle>
void runInRounds(RankGroup& ranks, jobs::Pieces pieces, const char* what, double bytesEach, JobContext& ctx,
                 Work&& work, Take&& take, Settle&& settle)
{
    detail::runOnRanks(
        ranks, std::move(pieces), what, bytesEach, ctx,
        [&work](std::size_t i, JobContext& context) { return packed<Result>(work(i, context)); },
        [&take](std::size_t i, std::string_view bytes) { take(i, unpacked<Result>(bytes)); }, settle);
}

/// Broadcasts rank 0's value to all ranks. Rank 0 keeps its object, with the members that packing leaves out.
/// Collective.
template <typename T>
T ofFirst(RankGroup& ranks, T mine)
{
    if (ranks.isAlone())
        return mine;
    const auto bytes = ranks.broadcast(ranks.isFirst() ? packed(mine) : std::string());
    return ranks.isFirst() ? std::move(mine) : unpacked<T>(bytes);
}

/// Exchanges @p count items between all ranks: for each item in turn every rank receives the others' data. Sent in
/// batches of @p atATime, a compromise between memory and the number of messages. Collective.
void exchangeEach(RankGroup& ranks, std::size_t count, std::size_t atATime,
                  const std::function<std::string(std::size_t thing)>& mine,
                  const std::function<void(std::size_t thing, std::string_view others)>& take);
/// The same for rank 0 only: the other ranks send and receive nothing.
void gatherEach(RankGroup& ranks, std::size_t count, std::size_t atATime,
                const std::function<std::string(std::size_t thing)>& mine,
                const std::function<void(std::size_t thing, std::string_view others)>& take);

/// Refuses ranks that were started for different work. Collective. @p about: the same on every rank that was told the
/// same. @throws Error (BadArgument) on every rank, naming one that differs from rank 0
void requireAlike(RankGroup& ranks, const std::string& about);

} // namespace ql::runs
