// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/pooled_thread.h"

#include "core/jobs/thread_affinity.h"

#include <condition_variable>
#include <mutex>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace ql::jobs {

class PooledThread::Thread {
public:
    Thread()
        : m_thread([this] { live(); })
    {
    }

    ~Thread()
    {
        if (isOfAnotherProcess()) {
            m_thread.detach();
            return;
        }
        {
            const std::lock_guard lock(m_mutex);
            m_isEnding = true;
        }
        m_wake.notify_all();
        m_thread.join();
    }

    Thread(const Thread&) = delete;
    Thread& operator=(const Thread&) = delete;

    /// A forked process has none of the threads.
    bool isOfAnotherProcess() const { return m_process != ::getpid(); }

    void begin(std::function<void()> work)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_work = std::move(work);
        }
        keepOffThisProcessor();
        m_wake.notify_all();
    }

    void keepOffThisProcessor() { m_away.keep(m_thread.native_handle()); }

    void wait()
    {
        std::unique_lock lock(m_mutex);
        m_wake.wait(lock, [this] { return !m_work; });
    }

    /// Of the calling thread: those that have nothing to do.
    static std::vector<std::unique_ptr<Thread>>& idle()
    {
        static thread_local std::vector<std::unique_ptr<Thread>> threads;
        return threads;
    }

private:
    void live()
    {
        std::unique_lock lock(m_mutex);
        for (;;) {
            m_wake.wait(lock, [this] { return m_isEnding || m_work; });
            if (!m_work)
                return;
            lock.unlock();
            m_work(); // nobody changes it meanwhile
            lock.lock();
            m_work = nullptr;
            m_wake.notify_all();
        }
    }

    pid_t m_process = ::getpid();
    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::function<void()> m_work;
    bool m_isEnding = false;
    ThreadAffinity m_away;
    std::thread m_thread; ///< last: it uses the others
};

PooledThread::PooledThread(std::function<void()> work)
{
    auto& idle = Thread::idle();
    std::erase_if(idle, [](const auto& thread) { return thread->isOfAnotherProcess(); });
    if (idle.empty()) {
        m_thread = std::make_unique<Thread>();
    } else {
        m_thread = std::move(idle.back());
        idle.pop_back();
    }
    m_thread->begin(std::move(work));
}

PooledThread::~PooledThread()
{
    m_thread->wait();
    Thread::idle().push_back(std::move(m_thread));
}

void PooledThread::keepOffThisProcessor()
{
    m_thread->keepOffThisProcessor();
}

} // namespace ql::jobs
