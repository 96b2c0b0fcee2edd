// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/jobs/pooled_thread.h"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>

namespace ql::jobs {

/// A queue of tasks that one worker thread runs in order while the calling thread adds more. Used by one thread.
class TaskQueue {
public:
    /// At most @p most tasks wait. The thread's whole life goes through @p around, for what it must set up.
    TaskQueue(std::size_t most, std::function<void(const std::function<void()>& life)> around);
    /// Drops what has not begun.
    ~TaskQueue();
    TaskQueue(const TaskQueue&) = delete;
    TaskQueue& operator=(const TaskQueue&) = delete;

    /// Where too many wait, or there is no thread to be had, the calling thread works on the first of them itself.
    /// @returns how many tasks were added before
    std::size_t add(std::function<void()> task);
    /// Returns when tasks 0 … @p index have ended. @throws what the first of them threw that threw
    void wait(std::size_t index);

private:
    struct Task {
        std::function<void()> run;
        bool hasBegun = false;
        bool hasEnded = false;
        std::exception_ptr error;
    };

    void live();
    /// Runs the first task that has not begun. @pre there is one
    void runNext(std::unique_lock<std::mutex>& lock);
    bool hasWaiting() const { return m_begun < m_added; }
    /// Spins briefly without the lock until a task was added or ended, before the caller sleeps on the condition.
    template <typename Condition>
    void look(std::unique_lock<std::mutex>& lock, const Condition& isMet);

    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::deque<Task> m_tasks; ///< from m_taken on
    std::size_t m_taken = 0;
    std::size_t m_begun = 0;
    std::size_t m_added = 0;
    std::size_t m_most;
    std::function<void(const std::function<void()>& life)> m_around;
    std::atomic<std::size_t> m_changes{0}; ///< tasks added and ended, and the end
    bool m_isEnding = false;
    std::optional<PooledThread> m_thread; ///< last, so that it ends before what it uses
};

} // namespace ql::jobs
