// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>

namespace ql::jobs {

/// A worker thread borrowed from a pool that reuses threads, because starting one takes 0.1 ms and it must first be
/// scheduled. Used by one thread.
class PooledThread {
public:
    /// Begins @p work. @throws std::system_error where there is no thread to be had
    explicit PooledThread(std::function<void()> work);
    /// Waits for the work to end.
    ~PooledThread();
    PooledThread(const PooledThread&) = delete;
    PooledThread& operator=(const PooledThread&) = delete;

    /// To be called before the work is woken, where it sleeps: keeps it off the calling thread's processor.
    void keepOffThisProcessor();

private:
    class Thread;
    std::unique_ptr<Thread> m_thread;
};

} // namespace ql::jobs
