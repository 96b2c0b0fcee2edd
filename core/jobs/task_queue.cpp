// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/task_queue.h"

#include "core/jobs/spin.h"

#include <system_error>
#include <utility>

namespace ql::jobs {

namespace {

constexpr auto kLookFor = std::chrono::microseconds(100); ///< until the next task comes, mostly

} // namespace

TaskQueue::TaskQueue(std::size_t most, std::function<void(const std::function<void()>& life)> around)
    : m_most(most)
    , m_around(std::move(around))
{
    try {
        m_thread.emplace([this] { m_around([this] { live(); }); });
    } catch (const std::system_error&) {
        m_most = 0; // the calling thread does it all
    }
}

TaskQueue::~TaskQueue()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isEnding = true;
        ++m_changes;
    }
    m_wake.notify_all();
    m_thread.reset();
}

std::size_t TaskQueue::add(std::function<void()> task)
{
    std::unique_lock lock(m_mutex);
    m_tasks.push_back({.run = std::move(task)});
    const auto index = m_added++;
    ++m_changes;
    if (m_added - m_begun > m_most) {
        runNext(lock);
        return index;
    }
    lock.unlock();
    m_thread->keepOffThisProcessor();
    m_wake.notify_all();
    return index;
}

void TaskQueue::wait(std::size_t index)
{
    std::unique_lock lock(m_mutex);
    while (m_taken <= index) {
        if (!m_tasks.front().hasBegun)
            runNext(lock);
        const auto hasEnded = [this] { return m_tasks.front().hasEnded; };
        look(lock, hasEnded);
        m_wake.wait(lock, hasEnded);
        const auto error = std::move(m_tasks.front().error);
        m_tasks.pop_front();
        ++m_taken;
        if (error)
            std::rethrow_exception(error);
    }
}

void TaskQueue::live()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        const auto isWanted = [this] { return m_isEnding || hasWaiting(); };
        look(lock, isWanted);
        m_wake.wait(lock, isWanted);
        if (m_isEnding)
            return;
        runNext(lock);
    }
}

template <typename Condition>
void TaskQueue::look(std::unique_lock<std::mutex>& lock, const Condition& isMet)
{
    const auto end = std::chrono::steady_clock::now() + kLookFor;
    while (!isMet() && std::chrono::steady_clock::now() < end) {
        const auto seen = m_changes.load();
        lock.unlock();
        spinUntil([this, seen] { return m_changes.load(std::memory_order_relaxed) != seen; },
                  end - std::chrono::steady_clock::now());
        lock.lock();
    }
}

void TaskQueue::runNext(std::unique_lock<std::mutex>& lock)
{
    const auto index = m_begun++;
    auto& task = m_tasks[index - m_taken]; // a deque's elements stay where they are
    task.hasBegun = true;
    const auto run = std::exchange(task.run, nullptr);
    lock.unlock();
    std::exception_ptr error;
    try {
        run();
    } catch (...) {
        error = std::current_exception();
    }
    lock.lock();
    task.error = std::move(error);
    task.hasEnded = true;
    ++m_changes;
    m_wake.notify_all();
}

} // namespace ql::jobs
