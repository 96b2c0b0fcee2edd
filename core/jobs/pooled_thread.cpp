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

class PooledThread::Kept {
public:
    Kept()
        : m_thread([this] { live(); })
    {
    }

    ~Kept()
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

    Kept(const Kept&) = delete;
    Kept& operator=(const Kept&) = delete;

    /// A forked process has none of the threads.
    bool isOfAnotherProcess() const { return m_process != ::getpid(); }

    void begin(std::function<void()> work)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_work = std::move(work);
        }
        keepBeside();
        m_wake.notify_all();
    }

    void keepBeside() { m_away.keep(m_thread.native_handle()); }

    void wait()
    {
        std::unique_lock lock(m_mutex);
        m_wake.wait(lock, [this] { return !m_work; });
    }

    /// Of the calling thread: those that have nothing to do.
    static std::vector<std::unique_ptr<Kept>>& idle()
    {
        static thread_local std::vector<std::unique_ptr<Kept>> threads;
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
    auto& idle = Kept::idle();
    std::erase_if(idle, [](const auto& thread) { return thread->isOfAnotherProcess(); });
    if (idle.empty()) {
        m_thread = std::make_unique<Kept>();
    } else {
        m_thread = std::move(idle.back());
        idle.pop_back();
    }
    m_thread->begin(std::move(work));
}

PooledThread::~PooledThread()
{
    m_thread->wait();
    Kept::idle().push_back(std::move(m_thread));
}

void PooledThread::keepBeside()
{
    m_thread->keepBeside();
}

} // namespace ql::jobs
