// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/side_by_side.h"

#include "core/base/error.h"
#include "core/jobs/thread_pool.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <stop_token>
#include <system_error>
#include <thread>

namespace ql::jobs::detail {

namespace {

using Work = std::function<void(std::size_t, JobContext&)>;

using Clock = std::chrono::steady_clock;

constexpr auto kLongestUnheard = std::chrono::milliseconds(20); ///< that a piece which has ended waits to be taken
constexpr double kShortPiece = 200e-6; ///< seconds, below which to wait for each other takes as long as to work

/// Threads that work through pieces in their order.
class Crew {
public:
    Crew(const Pieces& pieces, const Work& work)
        : m_pieces(pieces)
        , m_work(work)
        , m_first(pieces.begin)
        , m_next(pieces.begin)
        , m_end(pieces.end)
        , m_window(4 * pieces.workers)
    {
        try {
            while (m_threads.size() < pieces.workers)
                m_threads.emplace_back([this] { live(); });
        } catch (const std::system_error&) {
            // Fewer threads take longer, that is all.
        }
    }

    ~Crew()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_end = m_next;
        }
        m_hasRoom.notify_all();
        stopAfter(0);
        m_threads.clear();
    }

    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    bool isEmpty() const { return m_threads.empty(); }

    /// Waits for the first piece that was not taken. @throws what it threw, Cancelled
    void wait(const std::stop_token& stop)
    {
        std::unique_lock lock(m_mutex);
        while (!m_firstEnded.wait_for(lock, stop, kLongestUnheard, [this] { return isFirstDone(); }))
            if (stop.stop_requested())
                throw Cancelled();
        if (m_begun.front().error)
            std::rethrow_exception(m_begun.front().error);
    }

    void taken()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_begun.pop_front();
            ++m_first;
            widen();
        }
        m_hasRoom.notify_one();
    }

private:
    struct Piece {
        std::stop_source stop;
        bool isDone = false;
        std::exception_ptr error;
    };

    void live()
    {
        if (m_pieces.around)
            m_pieces.around([this] { workThrough(); });
        else
            workThrough();
    }

    /// Short pieces hold little: more of them may wait.
    void widen()
    {
        const auto taken = m_first - m_pieces.begin;
        if (taken != m_window) // looked at once
            return;
        const double seconds = std::chrono::duration<double>(Clock::now() - m_began).count();
        if (seconds * double(m_threads.size()) < kShortPiece * double(taken))
            m_window = m_pieces.mostWaiting();
    }

    bool isFirstDone() const { return !m_begun.empty() && m_begun.front().isDone; }

    /// Whether to wake the thread that takes results. Waking it takes a processor from a worker, which is as expensive
    /// as a small piece.
    bool areEnoughDone() const
    {
        const auto isDone = [](const Piece& piece) { return piece.isDone; };
        const auto done = std::ranges::find_if_not(m_begun, isDone) - m_begun.begin();
        return done >= std::ptrdiff_t(m_window / 2) || (done > 0 && m_first + std::size_t(done) >= m_end);
    }

    void workThrough()
    {
        std::unique_lock lock(m_mutex);
        for (;;) {
            const auto mayGoOn = [this] { return m_next >= m_end || m_next < m_first + m_window; };
            if (!mayGoOn() && isFirstDone())
                m_firstEnded.notify_one();
            m_hasRoom.wait(lock, mayGoOn);
            if (m_next >= m_end)
                return;
            const auto index = m_next++;
            const auto stop = m_begun.emplace_back().stop.get_token();
            lock.unlock();
            end(index, errorOf(index, stop));
            lock.lock();
        }
    }

    std::exception_ptr errorOf(std::size_t index, const std::stop_token& stop) const
    {
        try {
            JobContext context(stop, {});
            m_work(index, context);
            return nullptr;
        } catch (...) {
            return std::current_exception();
        }
    }

    void end(std::size_t index, std::exception_ptr error)
    {
        const bool isBroken = error != nullptr;
        bool isHeard = false;
        {
            const std::lock_guard lock(m_mutex);
            auto& piece = m_begun[index - m_first];
            piece.isDone = true;
            piece.error = std::move(error);
            if (isBroken)
                m_end = std::min(m_end, m_next);
            isHeard = isBroken || areEnoughDone();
        }
        if (isHeard)
            m_firstEnded.notify_one();
        if (!isBroken)
            return;
        m_hasRoom.notify_all();
        stopAfter(index + 1);
    }

    /// Asks those that run to stop, from piece @p begin on.
    void stopAfter(std::size_t begin)
    {
        std::vector<std::stop_source> stops;
        {
            const std::lock_guard lock(m_mutex);
            for (std::size_t i = 0; i < m_begun.size(); ++i)
                if (m_first + i >= begin)
                    stops.push_back(m_begun[i].stop);
        }
        for (auto& stop : stops)
            stop.request_stop();
    }

    const Pieces& m_pieces;
    const Work& m_work;
    std::mutex m_mutex;
    std::condition_variable_any m_firstEnded; ///< of those that were not taken
    std::condition_variable m_hasRoom;        ///< in the window, or nothing is left to begin
    std::deque<Piece> m_begun;                ///< from m_first on
    std::size_t m_first;                      ///< that was not taken
    std::size_t m_next;                       ///< to begin
    std::size_t m_end;
    std::size_t m_window; ///< pieces that may be begun and not taken
    Clock::time_point m_began = Clock::now();
    std::vector<std::jthread> m_threads; ///< last, so that they end before what they use
};

void runAlone(const Pieces& pieces, JobContext& ctx, const Work& work, const std::function<void(std::size_t)>& take)
{
    for (std::size_t i = pieces.begin; i < pieces.end; ++i) {
        ctx.throwIfCancelled();
        work(i, ctx);
        take(i);
    }
}

} // namespace

void run(const Pieces& pieces, JobContext& ctx, const Work& work, const std::function<void(std::size_t)>& take)
{
    if (pieces.workers <= 1 || pieces.count() <= 1) {
        runAlone(pieces, ctx, work, take);
        return;
    }
    restPool();
    Crew crew(pieces, work);
    if (crew.isEmpty()) {
        runAlone(pieces, ctx, work, take);
        return;
    }
    for (std::size_t i = pieces.begin; i < pieces.end; ++i) {
        crew.wait(ctx.stopToken());
        take(i);
        if (pieces.steps > 0)
            ctx.step(pieces.steps);
        crew.taken();
    }
}

} // namespace ql::jobs::detail
