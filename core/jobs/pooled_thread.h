// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>

namespace ql::jobs {

/// A thread that works for the thread that borrowed it, and is kept for the next time: to begin one takes a tenth of a
/// millisecond, and it first has to find a processor. Used by one thread.
class PooledThread {
public:
    /// Begins @p work. @throws std::system_error where there is no thread to be had
    explicit PooledThread(std::function<void()> work);
    /// Waits for the work to end.
    ~PooledThread();
    PooledThread(const PooledThread&) = delete;
    PooledThread& operator=(const PooledThread&) = delete;

    /// To be called before the work is woken, where it sleeps: keeps it off the calling thread's processor.
    void keepBeside();

private:
    class Kept;
    std::unique_ptr<Kept> m_thread;
};

} // namespace ql::jobs
