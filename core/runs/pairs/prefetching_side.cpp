// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/pairs/prefetching_side.h"

#include "core/jobs/thread_pool.h"
#include "core/runs/threads/thread_guard.h"

#include <algorithm>
#include <chrono>
#include <omp.h>
#include <utility>

namespace ql::runs {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kSoonDone = 1e-3; ///< seconds
// A task must take longer than to wake a thread, and the values of two tasks are in memory.
constexpr double kShortTask = 0.2e-3; ///< seconds
constexpr double kLongTask = 1e-3;
constexpr std::size_t kLongestStretch = 64;

double secondsSince(Clock::time_point began)
{
    return std::chrono::duration<double>(Clock::now() - began).count();
}

} // namespace

/// Splits the calling thread's threads.
class PrefetchingSide::ThreadShare {
public:
    ThreadShare()
        : m_all(omp_get_max_threads())
    {
        omp_set_num_threads(std::max(1, m_all - others()));
        jobs::restPool();
    }
    ~ThreadShare() { omp_set_num_threads(m_all); }
    ThreadShare(const ThreadShare&) = delete;
    ThreadShare& operator=(const ThreadShare&) = delete;

    int others() const { return std::max(1, m_all / 2); }

private:
    int m_all;
};

PrefetchingSide::PrefetchingSide(ValueSource& side, JobContext& ctx)
    : m_side(side)
    , m_ctx(ctx)
{
}

PrefetchingSide::~PrefetchingSide() = default;

void PrefetchingSide::change(graph::ValueId value, bool isKept)
{
    if (m_task)
        m_changes.push_back({value, isKept});
    else if (isKept)
        m_side.keep(value);
    else
        m_side.release(value);
}

void PrefetchingSide::expect(std::vector<std::size_t> counts)
{
    m_expected = std::move(counts);
    m_next = 0;
}

void PrefetchingSide::advanceTo(std::size_t count)
{
    if (count <= m_done)
        return;
    join();
    if (count > m_done) // nobody expected it, or the task threw
        run(count);
    begin();
}

/// On the calling thread.
void PrefetchingSide::run(std::size_t count)
{
    const auto began = Clock::now();
    m_side.advanceTo(count);
    countTo(count);
    if (m_stretch > 0)
        return;
    m_seconds += secondsSince(began);
    if (m_seconds > kSoonDone)
        m_stretch =
            std::clamp<std::size_t>(std::size_t(kShortTask / m_seconds * double(m_next + 1)), 1, kLongestStretch);
}

void PrefetchingSide::begin()
{
    while (m_next < m_expected.size() && m_expected[m_next] <= m_done)
        ++m_next;
    if (m_next == m_expected.size()) {
        m_share.reset();
        return;
    }
    if (m_stretch == 0)
        return;
    if (!m_queue) {
        m_share = std::make_unique<ThreadShare>();
        m_queue.emplace(1, [threads = m_share->others()](const std::function<void()>& life) {
            const WorkerGuard guard(threads);
            life();
        });
    }
    const auto first = m_expected.begin() + std::ptrdiff_t(m_next);
    const auto count = std::min(m_stretch, m_expected.size() - m_next);
    m_target = *std::max_element(first, first + std::ptrdiff_t(count));
    m_task = m_queue->add([this] {
        const auto began = Clock::now();
        m_side.advanceTo(m_target);
        m_seconds = secondsSince(began);
    });
}

void PrefetchingSide::join()
{
    if (!m_task)
        return;
    bool hasEnded = true;
    try {
        m_queue->wait(*std::exchange(m_task, std::nullopt));
    } catch (...) { // whoever asks for the node that threw makes it throw again
        hasEnded = false;
    }
    for (const auto& [value, isKept] : std::exchange(m_changes, {}))
        change(value, isKept);
    if (!hasEnded) {
        m_expected.clear();
        m_next = 0;
        return;
    }
    if (m_seconds < kShortTask)
        m_stretch = std::min(2 * m_stretch, kLongestStretch);
    else if (m_seconds > kLongTask)
        m_stretch = std::max<std::size_t>(m_stretch / 2, 1);
    countTo(m_target);
}

void PrefetchingSide::countTo(std::size_t done)
{
    const auto steps = done - std::exchange(m_done, done);
    m_ctx.step(steps);
}

} // namespace ql::runs
