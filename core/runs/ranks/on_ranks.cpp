// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/ranks/on_ranks.h"

#include "core/runs/ranks/work_partition.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <tuple>
#include <vector>

namespace ql::runs {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point began)
{
    return std::chrono::duration<double>(Clock::now() - began).count();
}

/// An Error on its way to other processes; there it is English.
struct SentError {
    ErrorCode code = ErrorCode::Internal;
    std::string message;
    std::string hint;
    std::vector<std::string> context; ///< innermost first

    static auto parts(auto& self) { return std::tie(self.code, self.message, self.hint, self.context); }
};

SentError sentOf(const Error& error)
{
    SentError sent{error.code(), error.message().english(), error.hint().english(), {}};
    for (const auto& where : error.context())
        sent.context.push_back(where.english());
    return sent;
}

Error errorOf(const SentError& sent)
{
    Error error(sent.code, Message::text(sent.message), sent.hint.empty() ? Message() : Message::text(sent.hint));
    for (const auto& where : sent.context)
        error.addContext(Message::text(where));
    return error;
}

/// A rank's message to the others after a round.
struct Round {
    RoundReport report;
    std::vector<std::string> results; ///< of its first pieces: all of them, unless the next two say why not
    bool isCancelled = false;
    std::optional<SentError> error;

    static auto parts(auto& self) { return std::tie(self.report, self.results, self.isCancelled, self.error); }
};

/// The rounds of one rank.
class Rounds {
public:
    Rounds(RankGroup& ranks, const jobs::Pieces& pieces, double bytesEach, JobContext& ctx,
           const std::function<std::string(std::size_t, JobContext&)>& work,
           const std::function<void(std::size_t, std::string_view)>& take,
           const std::function<void(std::size_t)>& settle)
        : m_ranks(ranks)
        , m_pieces(pieces)
        , m_bytesEach(bytesEach)
        , m_ctx(ctx)
        , m_work(work)
        , m_take(take)
        , m_settle(settle)
        , m_deal(ranks.size(), pieces.begin, pieces.end)
    {
    }

    void run(const char* what)
    {
        while (!m_deal.isDone()) {
            const auto [begin, end] = m_deal.rangeOf(m_ranks.rank());
            const auto mine = packed(workOn(begin, end, what));
            const auto began = Clock::now();
            const auto all = m_ranks.allGather(mine);
            m_exchangeSeconds = secondsSince(began);
            spdlog::debug("pieces {} to {}: {:.3f} s of work, {:.3f} s until all had exchanged theirs", begin, end,
                          m_workSeconds, m_exchangeSeconds);
            const auto done = m_deal.rangeOf(m_ranks.size() - 1).second;
            takeAll(all);
            if (m_settle)
                m_settle(done);
        }
    }

private:
    Round workOn(std::size_t begin, std::size_t end, const char* what)
    {
        Round round;
        const auto began = Clock::now();
        auto pieces = m_pieces;
        pieces.begin = begin;
        pieces.end = end;
        try {
            m_ctx.throwIfCancelled();
            jobs::runSideBySide<std::string>(
                m_share ? shared(pieces, *m_share, nullptr) : pieces, m_ctx, m_work,
                [&round](std::size_t, std::string result) { round.results.push_back(std::move(result)); });
        } catch (const Cancelled&) {
            round.isCancelled = true;
        } catch (const Error& error) {
            round.error = sentOf(error);
        }
        round.report.seconds = m_workSeconds = secondsSince(began);
        round.report.exchangeSeconds = m_exchangeSeconds;
        if (!m_share && end > begin)
            chooseShare(round.report.seconds, what);
        round.report.width = m_share ? m_share->pieces : 1;
        return round;
    }

    /// After the first piece.
    void chooseShare(double seconds, const char* what)
    {
        const auto likely = m_pieces.count() / m_ranks.size();
        m_share = shareThreads(likely, seconds, m_bytesEach);
        jobs::Pieces named;
        named.end = likely;
        shared(named, *m_share, what);
    }

    void takeAll(const std::vector<std::string>& all)
    {
        std::vector<RoundReport> reports;
        std::vector<Round> rounds;
        for (std::size_t rank = 0; rank < all.size(); ++rank)
            rounds.push_back(withContext(m_ranks.nameOf(rank), [&] { return unpacked<Round>(all[rank]); }));
        for (std::size_t rank = 0; rank < all.size(); ++rank) {
            takeOne(rank, rounds[rank]);
            reports.push_back(rounds[rank].report);
        }
        m_deal.next(reports);
    }

    void takeOne(std::size_t rank, const Round& round)
    {
        const auto [begin, end] = m_deal.rangeOf(rank);
        if (begin + round.results.size() > end)
            throw Error(ErrorCode::Internal, Message("{} did what it was not asked to", m_ranks.nameOf(rank)));
        for (std::size_t i = 0; i < round.results.size(); ++i) {
            m_take(begin + i, round.results[i]);
            if (rank != m_ranks.rank() && m_pieces.steps > 0 && !m_ctx.isCancelled())
                m_ctx.step(m_pieces.steps);
        }
        if (round.error)
            throw errorOf(*round.error);
        if (round.isCancelled || begin + round.results.size() < end)
            throw Cancelled();
    }

    RankGroup& m_ranks;
    const jobs::Pieces& m_pieces;
    double m_bytesEach;
    JobContext& m_ctx;
    const std::function<std::string(std::size_t, JobContext&)>& m_work;
    const std::function<void(std::size_t, std::string_view)>& m_take;
    const std::function<void(std::size_t)>& m_settle; ///< may be empty
    WorkPartition m_deal;
    std::optional<ThreadShare> m_share;
    double m_workSeconds = 0.0;
    double m_exchangeSeconds = 0.0;
};

} // namespace

void detail::runOnRanks(RankGroup& ranks, jobs::Pieces pieces, const char* what, double bytesEach, JobContext& ctx,
                        const std::function<std::string(std::size_t, JobContext&)>& work,
                        const std::function<void(std::size_t, std::string_view)>& take,
                        const std::function<void(std::size_t)>& settle)
{
    Rounds(ranks, pieces, bytesEach, ctx, work, take, settle).run(what);
}

namespace {

/// @p takes: whether this rank is one of those that get what the others have.
void exchange(RankGroup& ranks, std::size_t count, std::size_t atATime,
              const std::function<std::string(std::size_t)>& mine,
              const std::function<void(std::size_t, std::string_view)>& take, bool takes)
{
    using Things = std::vector<std::string>;
    for (std::size_t begin = 0; begin < count; begin += atATime) {
        const auto end = std::min(count, begin + atATime);
        Things own;
        for (auto i = begin; i < end; ++i)
            own.push_back(mine(i));
        const auto all = ranks.allGather(packed(own));
        for (std::size_t rank = 0; rank < all.size(); ++rank) {
            if (rank == ranks.rank() || !takes)
                continue;
            withContext(ranks.nameOf(rank), [&] {
                const auto others = unpacked<Things>(all[rank]);
                for (auto i = begin; i < end; ++i)
                    take(i, others.at(i - begin));
            });
        }
    }
}

} // namespace

void exchangeEach(RankGroup& ranks, std::size_t count, std::size_t atATime,
                  const std::function<std::string(std::size_t)>& mine,
                  const std::function<void(std::size_t, std::string_view)>& take)
{
    exchange(ranks, count, atATime, mine, take, true);
}

void gatherEach(RankGroup& ranks, std::size_t count, std::size_t atATime,
                const std::function<std::string(std::size_t)>& mine,
                const std::function<void(std::size_t, std::string_view)>& take)
{
    // What rank 0 has goes nowhere.
    const auto given = [&](std::size_t i) { return ranks.isFirst() ? std::string() : mine(i); };
    exchange(ranks, count, atATime, given, take, ranks.isFirst());
}

void requireAlike(RankGroup& ranks, const std::string& about)
{
    const auto all = ranks.allGather(about);
    for (std::size_t rank = 1; rank < all.size(); ++rank)
        if (all[rank] != all.front())
            throw Error(ErrorCode::BadArgument,
                        Message("{} was given other models, data or options than rank 0", ranks.nameOf(rank)),
                        "start the same command everywhere, on the same files");
}

} // namespace ql::runs
