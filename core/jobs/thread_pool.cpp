// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/thread_pool.h"

#include "core/jobs/spin.h"
#include "core/jobs/thread_affinity.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

namespace ql::jobs {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kAwake = std::chrono::microseconds(1000);  ///< a forward's longer nodes of one thread take less
constexpr auto kLongWait = std::chrono::microseconds(30); ///< at least, for parts that helpers have
constexpr int kPausesPerLook = 32;
constexpr int kLooksPerYield = 8; ///< five microseconds

thread_local bool isWorkingOnPart = false;
thread_local int allowedThreads = 0;

/// The remaining parts of one thread's range and the number of the split they belong to, packed into one word so that
/// a compare-and-swap fails when the split has changed.
struct WorkRange {
    std::uint64_t split = 0; ///< 32 bits
    std::uint64_t begin = 0;
    std::uint64_t end = 0;

    static WorkRange of(std::uint64_t word) { return {word >> 32, word >> 16 & 0xFFFF, word & 0xFFFF}; }
    std::uint64_t word() const { return split << 32 | begin << 16 | end; }
};
static_assert(kMostPoolParts < 0xFFFF);

/// The number of the current split and how many threads have a range of it, packed into one word.
struct WorkSplit {
    std::uint64_t number = 0; ///< 32 bits
    std::uint64_t workers = 0;

    static WorkSplit of(std::uint64_t word) { return {word >> 32, word & 0xFFFF}; }
    std::uint64_t word() const { return number << 32 | workers; }
};

constexpr std::size_t kMostSharers = 256;

/// Reduces the number of helpers while other programs use the processors: a preempted helper delays the whole split.
/// After each such delay one helper fewer is used, for 20 times as long as the delay.
class Backoff {
public:
    std::uint64_t mostHelpers(std::uint64_t wanted, Clock::time_point now)
    {
        if (m_fewer > 0 && now >= m_end) {
            --m_fewer;
            m_end = now + m_rest;
        }
        return wanted - std::min(wanted, m_fewer);
    }
    void lost(Clock::duration wait, std::uint64_t helpers, std::uint64_t wanted)
    {
        m_fewer = wanted - helpers + 1;
        m_rest = 20 * wait;
        m_end = Clock::now() + m_rest;
    }

private:
    std::uint64_t m_fewer = 0;
    Clock::duration m_rest{};
    Clock::time_point m_end{};
};

/// The helpers of one thread, which live as long as it does.
class ThreadPool {
public:
    ThreadPool() = default;
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    void run(int threads, std::int64_t parts, detail::PartBody call, const void* body);
    void rest() { m_isResting.store(true, std::memory_order_relaxed); }

private:
    void grow(std::size_t helpers);
    void live(std::uint64_t number);
    int workOn(WorkSplit split, std::uint64_t who);
    bool take(WorkSplit split, std::uint64_t whose, bool isFirst);
    void call(std::uint64_t part);
    void sleep(std::uint64_t last);
    void wake();
    bool waitForParts(std::uint64_t parts, Clock::time_point end);

    struct alignas(64) Line {
        std::atomic<std::uint64_t> range{0};
    };
    std::array<Line, kMostSharers> m_lines; ///< the caller's is the first
    alignas(64) std::atomic<std::uint64_t> m_split{0};
    alignas(64) std::atomic<std::uint64_t> m_done{0}; ///< parts of the current split
    alignas(64) std::atomic<int> m_sleepers{0};
    std::atomic<bool> m_areWoken{false};  ///< all who sleep
    std::atomic<bool> m_isResting{false}; ///< until the next piece of work
    std::atomic<bool> m_isEnding{false};
    detail::PartBody m_call = nullptr; ///< these two stay while a part isn't done
    const void* m_body = nullptr;
    Backoff m_backoff;
    bool m_isFull = false; ///< the system gives no more threads
    std::mutex m_mutex;
    std::condition_variable m_wake;
    pid_t m_process = 0;
    struct Helper {
        std::thread thread;
        ThreadAffinity away;
    };
    std::vector<Helper> m_helpers;
};

ThreadPool::~ThreadPool()
{
    if (m_process != ::getpid()) { // a forked process has none of the threads
        for (auto& helper : m_helpers)
            helper.thread.detach();
        return;
    }
    m_isEnding = true;
    wake();
    for (auto& helper : m_helpers)
        helper.thread.join();
}

void ThreadPool::grow(std::size_t helpers)
{
    try {
        m_process = ::getpid();
        while (m_helpers.size() < helpers && !m_isFull) {
            const auto number = m_helpers.size() + 1;
            m_helpers.push_back({std::thread([this, number] { live(number); }), {}});
            startOnAnotherProcessor(m_helpers.back().thread.native_handle(), number);
        }
    } catch (const std::system_error&) {
        m_isFull = true; // fewer threads take longer, that is all
    }
}

void ThreadPool::run(int threads, std::int64_t parts, detail::PartBody call, const void* body)
{
    const auto wanted = std::min<std::uint64_t>(std::uint64_t(threads), kMostSharers) - 1;
    if (m_helpers.size() < wanted)
        grow(wanted);
    const auto begin = Clock::now();
    const auto helpers = m_backoff.mostHelpers(wanted, begin);
    const WorkSplit split{(WorkSplit::of(m_split.load(std::memory_order_relaxed)).number + 1) & 0xFFFFFFFF,
                          helpers + 1};
    m_isResting.store(false, std::memory_order_relaxed);
    m_call = call;
    m_body = body;
    m_done.store(0, std::memory_order_relaxed);
    for (std::uint64_t who = 0; who < split.workers; ++who) {
        const WorkRange range{split.number, std::uint64_t(parts) * who / split.workers,
                              std::uint64_t(parts) * (who + 1) / split.workers};
        m_lines[who].range.store(range.word(), std::memory_order_release);
    }
    m_split.store(split.word());
    // A helper that was woken may take its time, and every further call would take some of the caller's.
    if (helpers > 0 && m_sleepers.load() > 0 && !m_areWoken.exchange(true))
        wake();
    const int own = workOn(split, 0);
    const auto end = Clock::now();
    const auto patience = std::max<Clock::duration>(kLongWait, 4 * (end - begin) / std::max(own, 1));
    if (!waitForParts(std::uint64_t(parts), end + patience)) // no part takes so long: a helper lost its processor
        m_backoff.lost(Clock::now() - end, helpers, wanted);
}

/// Waits until all @p parts are done. @returns false if that took longer than until @p end
bool ThreadPool::waitForParts(std::uint64_t parts, Clock::time_point end)
{
    const auto isDone = [&] { return m_done.load(std::memory_order_acquire) >= parts; };
    if (isDone())
        return true;
    while (Clock::now() < end)
        for (int i = 0; i < kPausesPerLook; ++i) {
            if (isDone())
                return true;
            pause();
        }
    while (!isDone())
        std::this_thread::yield(); // the processor that the helper needs may be this one
    return false;
}

/// Works on the caller's own range from its front, then steals from the other ranges at their back. @returns the number
/// of parts done
int ThreadPool::workOn(WorkSplit split, std::uint64_t who)
{
    int taken = 0;
    while (take(split, who, true))
        ++taken;
    for (std::uint64_t i = 1; i < split.workers; ++i)
        while (take(split, (who + i) % split.workers, false))
            ++taken;
    return taken;
}

/// Takes and runs one part of range @p whose, from the front if @p isFirst, else from the back. False when the range is
/// empty or belongs to another split: a late helper must not take parts of the next one.
bool ThreadPool::take(WorkSplit split, std::uint64_t whose, bool isFirst)
{
    auto& line = m_lines[whose].range;
    auto word = line.load(std::memory_order_acquire);
    WorkRange range, left;
    do {
        left = range = WorkRange::of(word);
        if (range.split != split.number || range.begin >= range.end)
            return false;
        isFirst ? ++left.begin : --left.end;
    } while (!line.compare_exchange_weak(word, left.word(), std::memory_order_acquire));
    call(isFirst ? range.begin : left.end);
    return true;
}

void ThreadPool::call(std::uint64_t part)
{
    isWorkingOnPart = true;
    m_call(m_body, std::int64_t(part));
    isWorkingOnPart = false;
    m_done.fetch_add(1, std::memory_order_release);
}

void ThreadPool::live(std::uint64_t number)
{
    auto lastWork = Clock::now();
    std::uint64_t last = 0;
    for (int looks = 1; !m_isEnding.load(std::memory_order_relaxed); ++looks) {
        for (int i = 0; i < kPausesPerLook && WorkSplit::of(m_split.load(std::memory_order_relaxed)).number == last;
             ++i)
            pause();
        const auto split = WorkSplit::of(m_split.load(std::memory_order_acquire));
        if (split.number != last && number < split.workers && workOn(split, number) > 0)
            lastWork = Clock::now();
        last = split.number;
        if (looks % kLooksPerYield == 0)
            std::this_thread::yield(); // to whoever wants this processor: mostly the caller, where all are busy
        if (m_isResting.load(std::memory_order_relaxed) || Clock::now() - lastWork > kAwake) {
            sleep(last);
            lastWork = Clock::now();
        }
    }
}

/// Sleeps until a split other than @p last is published, or the pool ends.
void ThreadPool::sleep(std::uint64_t last)
{
    std::unique_lock lock(m_mutex);
    // Set before the split is read: run() publishes the split first and reads these two afterwards, so no wake-up is
    // lost.
    ++m_sleepers;
    m_areWoken = false;
    m_wake.wait(lock, [this, last] { return m_isEnding || WorkSplit::of(m_split.load()).number != last; });
    --m_sleepers;
}

void ThreadPool::wake()
{
    for (auto& helper : m_helpers)
        if (m_process == ::getpid()) // what a forked process knows of them may be another thread's by now
            helper.away.keep(helper.thread.native_handle());
    {
        const std::lock_guard lock(m_mutex); // a helper is before its look at the split, or waits
    }
    m_wake.notify_all();
}

thread_local ThreadPool* ownPool = nullptr;

} // namespace

void detail::runParts(int threads, std::int64_t parts, PartBody call, const void* body)
{
    if (threads <= 1 || parts <= 1 || isWorkingOnPart) {
        for (std::int64_t part = 0; part < parts; ++part)
            call(body, part);
        return;
    }
    static thread_local ThreadPool pool;
    ownPool = &pool;
    pool.run(threads, parts, call, body);
}

void restPool()
{
    if (ownPool)
        ownPool->rest();
}

int poolThreads()
{
    return allowedThreads;
}

void setPoolThreads(int threads)
{
    allowedThreads = threads;
}

bool isInPool()
{
    return isWorkingOnPart;
}

} // namespace ql::jobs
