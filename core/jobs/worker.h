// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/job_context.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace ql::jobs {

using JobNumber = std::uint64_t;

/// The callbacks of a job. Each is called on the worker thread, must not throw, and may be empty.
/// After any number of progress() calls exactly one of the other three comes, once.
template <typename Result>
struct Callbacks {
    JobContext::Listener progress;
    std::function<void(Result)> finished;
    std::function<void()> cancelled;
    std::function<void(const Error&)> failed;
};

/// One thread that works through a queue of jobs, in the order of start(). The destructor cancels what runs and what
/// waits, and returns after the last callback; so callbacks may use whatever outlives the worker.
class Worker {
public:
    Worker();
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// Queues @p body. A job that was cancelled ends in cancelled() even if the body returned or threw afterwards.
    template <typename Result>
    JobNumber start(std::function<Result(JobContext&)> body, Callbacks<Result> callbacks)
    {
        return enqueue([body = std::move(body), callbacks = std::move(callbacks)](std::stop_token stop) {
            JobContext context(stop, callbacks.progress);
            std::optional<Result> result;
            const Ending ending = runGuarded(context, [&result, &body, &context] { result.emplace(body(context)); });
            if (ending.error && callbacks.failed)
                callbacks.failed(*ending.error);
            else if (ending.isCancelled && callbacks.cancelled)
                callbacks.cancelled();
            else if (!ending.error && !ending.isCancelled && callbacks.finished)
                callbacks.finished(std::move(*result));
        });
    }

    /// Asks the job to stop, whether it runs or waits. Unknown and ended jobs are ignored. Any thread.
    void cancel(JobNumber job);
    void cancelAll();

private:
    struct Task {
        JobNumber number = 0;
        std::stop_source stop;
        std::function<void(std::stop_token)> run;
    };
    struct Ending {
        bool isCancelled = false;
        std::optional<Error> error;
    };

    static Ending runGuarded(const JobContext& context, const std::function<void()>& body);
    void stopThose(const std::function<bool(const Task&)>& isMeant);
    JobNumber enqueue(std::function<void(std::stop_token)> run);
    void loop(std::stop_token stop);

    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::deque<Task> m_queue;
    std::optional<Task> m_running;
    JobNumber m_last = 0;
    std::jthread m_thread; ///< last, so that it ends before what it uses
};

} // namespace ql::jobs
