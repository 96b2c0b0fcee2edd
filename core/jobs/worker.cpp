// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/worker.h"

#include <new>
#include <utility>
#include <vector>

namespace ql::jobs {

Worker::Worker()
    : m_thread([this](std::stop_token stop) { loop(stop); })
{
}

Worker::~Worker()
{
    m_thread.request_stop();
    cancelAll();
    m_thread.join();
}

void Worker::cancel(JobNumber job)
{
    stopThose([job](const Task& task) { return task.number == job; });
}

void Worker::cancelAll()
{
    stopThose([](const Task&) { return true; });
}

void Worker::stopThose(const std::function<bool(const Task&)>& isMeant)
{
    std::vector<std::stop_source> stops;
    {
        const std::lock_guard lock(m_mutex);
        if (m_running && isMeant(*m_running))
            stops.push_back(m_running->stop);
        for (const Task& task : m_queue)
            if (isMeant(task))
                stops.push_back(task.stop);
    }
    // Unlocked: a stop token's callbacks run here, and may ask this worker in turn.
    for (auto& stop : stops)
        stop.request_stop();
}

Worker::Ending Worker::runGuarded(const JobContext& context, const std::function<void()>& body)
{
    Ending ending;
    try {
        context.throwIfCancelled();
        body();
    } catch (const Cancelled&) {
        ending.isCancelled = true;
    } catch (const Error& error) {
        ending.error = error;
    } catch (const std::bad_alloc&) {
        ending.error = Error(ErrorCode::Engine, "not enough memory", "close other programs or use a smaller input");
    } catch (const std::exception& exception) {
        ending.error = Error(ErrorCode::Internal, Message::text(exception.what()));
    } catch (...) {
        ending.error = Error(ErrorCode::Internal, "an unknown exception");
    }
    // Whoever cancelled no longer waits for a result or a complaint.
    if (context.isCancelled())
        return {.isCancelled = true, .error = std::nullopt};
    return ending;
}

JobNumber Worker::enqueue(std::function<void(std::stop_token)> run)
{
    const std::lock_guard lock(m_mutex);
    m_queue.push_back({.number = ++m_last, .stop = {}, .run = std::move(run)});
    m_wake.notify_one();
    return m_last;
}

void Worker::loop(std::stop_token stop)
{
    std::unique_lock lock(m_mutex);
    while (m_wake.wait(lock, stop, [this] { return !m_queue.empty(); })) {
        m_running = std::move(m_queue.front());
        m_queue.pop_front();
        auto run = std::move(m_running->run);
        const std::stop_token jobStop = m_running->stop.get_token();
        lock.unlock();
        run(jobStop);
        run = nullptr; // what the job holds may take long to die; nobody who cancels waits for that
        lock.lock();
        m_running.reset();
    }
}

} // namespace ql::jobs
