// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/thread_team.h"

#include <algorithm>
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

constexpr auto kAwake = std::chrono::microseconds(200); ///< a forward's longer nodes of one thread take less
constexpr int kPausesPerLook = 64;
constexpr int kPausesBeforeYield = 4096;

thread_local bool isWorkingOnPart = false;
thread_local int allowedThreads = 0;

void pause()
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

/// One piece of work, how many helpers may join in and how far it was dealt out, in one word: whoever takes a part does
/// so of the very piece that it looked at, or not at all.
struct Deal {
    std::uint64_t number = 0; ///< 32 bits
    std::uint64_t helpers = 0;
    std::uint64_t parts = 0;
    std::uint64_t next = 0; ///< part to be taken

    static Deal of(std::uint64_t word) { return {word >> 32, word >> 24 & 0xFF, word >> 12 & 0xFFF, word & 0xFFF}; }
    std::uint64_t word() const { return number << 32 | helpers << 24 | parts << 12 | next; }
    bool isOpenTo(std::uint64_t helper) const { return next < parts && helper < helpers; }
};
static_assert(kMostTeamParts < 0xFFF);

/// The helpers of one thread, which live as long as it does.
class Team {
public:
    Team() = default;
    ~Team();
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    void run(int threads, std::int64_t parts, detail::PartBody call, const void* body);

private:
    void grow(std::size_t helpers);
    void live(std::uint64_t helper);
    bool takePart(std::uint64_t helper);
    void sleep();
    void wake();
    void finishParts(std::uint64_t number, std::uint64_t parts);

    alignas(64) std::atomic<std::uint64_t> m_deal{0};
    alignas(64) std::atomic<std::uint64_t> m_done{0}; ///< parts of the current deal
    alignas(64) std::atomic<int> m_sleepers{0};
    std::atomic<bool> m_isEnding{false};
    detail::PartBody m_call = nullptr; ///< these two stay while a part isn't done
    const void* m_body = nullptr;
    bool m_isFull = false; ///< the system gives no more threads
    std::mutex m_mutex;
    std::condition_variable m_wake;
    pid_t m_process = 0;
    std::vector<std::thread> m_helpers;
};

Team::~Team()
{
    if (m_process != ::getpid()) { // a forked process has none of the threads
        for (auto& helper : m_helpers)
            helper.detach();
        return;
    }
    m_isEnding = true;
    wake();
    for (auto& helper : m_helpers)
        helper.join();
}

void Team::grow(std::size_t helpers)
{
    try {
        m_process = ::getpid();
        while (m_helpers.size() < helpers && !m_isFull)
            m_helpers.emplace_back([this, helper = m_helpers.size()] { live(helper); });
    } catch (const std::system_error&) {
        m_isFull = true; // fewer threads take longer, that is all
    }
}

void Team::run(int threads, std::int64_t parts, detail::PartBody call, const void* body)
{
    const auto helpers = std::min<std::size_t>(std::size_t(threads) - 1, 255);
    if (m_helpers.size() < helpers)
        grow(helpers);
    const auto number = (Deal::of(m_deal.load(std::memory_order_relaxed)).number + 1) & 0xFFFFFFFF;
    m_call = call;
    m_body = body;
    m_done.store(0, std::memory_order_relaxed);
    m_deal.store(Deal{number, helpers, std::uint64_t(parts), 0}.word());
    if (m_sleepers.load() > 0)
        wake();
    finishParts(number, std::uint64_t(parts));
}

void Team::finishParts(std::uint64_t number, std::uint64_t parts)
{
    while (takePart(0)) {
    }
    for (int pauses = 0; m_done.load(std::memory_order_acquire) < parts; ++pauses)
        if (pauses < kPausesBeforeYield)
            pause();
        else // its processor may be this one
            std::this_thread::yield();
    m_deal.store(Deal{number, 0, 0, 0}.word(), std::memory_order_relaxed);
}

bool Team::takePart(std::uint64_t helper)
{
    auto word = m_deal.load(std::memory_order_acquire);
    do {
        if (!Deal::of(word).isOpenTo(helper))
            return false;
    } while (!m_deal.compare_exchange_weak(word, word + 1, std::memory_order_acquire));
    isWorkingOnPart = true;
    m_call(m_body, std::int64_t(Deal::of(word).next));
    isWorkingOnPart = false;
    m_done.fetch_add(1, std::memory_order_release);
    return true;
}

void Team::live(std::uint64_t helper)
{
    auto lastWork = std::chrono::steady_clock::now();
    while (!m_isEnding.load(std::memory_order_relaxed)) {
        if (takePart(helper)) {
            while (takePart(helper)) {
            }
            lastWork = std::chrono::steady_clock::now();
        }
        for (int i = 0; i < kPausesPerLook && !Deal::of(m_deal.load(std::memory_order_relaxed)).isOpenTo(helper); ++i)
            pause();
        if (std::chrono::steady_clock::now() - lastWork > kAwake) {
            sleep();
            lastWork = std::chrono::steady_clock::now();
        }
    }
}

/// Until the next deal.
void Team::sleep()
{
    const auto last = Deal::of(m_deal.load()).number;
    std::unique_lock lock(m_mutex);
    ++m_sleepers; // before looking at the deal: whoever deals looks at the sleepers after it
    m_wake.wait(lock, [this, last] { return m_isEnding || Deal::of(m_deal.load()).number != last; });
    --m_sleepers;
}

void Team::wake()
{
    {
        const std::lock_guard lock(m_mutex); // a helper is before its look at the deal, or waits
    }
    m_wake.notify_all();
}

} // namespace

void detail::runParts(int threads, std::int64_t parts, PartBody call, const void* body)
{
    if (threads <= 1 || parts <= 1 || isWorkingOnPart) {
        for (std::int64_t part = 0; part < parts; ++part)
            call(body, part);
        return;
    }
    static thread_local Team team;
    team.run(threads, parts, call, body);
}

int teamThreads()
{
    return allowedThreads;
}

void setTeamThreads(int threads)
{
    allowedThreads = threads;
}

bool isInTeam()
{
    return isWorkingOnPart;
}

} // namespace ql::jobs
