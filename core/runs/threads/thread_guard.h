// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>

namespace ql::runs {

/// Sets how many threads LibTorch may use and, until it goes, inference mode for the calling thread; every worker that
/// runs models holds one. The thread count stays: taking it back would end the threads that the next question needs
/// again (4 ms). Nodes that aren't worth more take one thread whatever is allowed. LibTorch's warnings on this thread
/// go to the log as debug lines.
class ThreadGuard {
public:
    /// @p threads 0 = as many as there are idle processors.
    explicit ThreadGuard(int threads = 0);
    ~ThreadGuard();
    ThreadGuard(const ThreadGuard&) = delete;
    ThreadGuard& operator=(const ThreadGuard&) = delete;

private:
    struct Private;
    std::unique_ptr<Private> m_d;
};

/// What a thread holds that runs models for a question which another thread was set up for by a ThreadGuard: inference
/// mode, warnings to the log, and its own number of threads for kernels.
class WorkerGuard {
public:
    /// @p threads at least 1
    explicit WorkerGuard(int threads);
    ~WorkerGuard();
    WorkerGuard(const WorkerGuard&) = delete;
    WorkerGuard& operator=(const WorkerGuard&) = delete;

private:
    struct Private;
    std::unique_ptr<Private> m_d;
};

/// How many threads the calling thread may use. Where its ThreadGuard chose them by what other programs left idle, it
/// chooses again: for work of seconds, which those programs needn't have begun or ended with.
int threadsChosenAgain();

/// The machine's CPU load.
struct Load {
    int running = 0;     ///< threads that want a processor this moment
    double recent = 0.0; ///< and in the last minute on average
};

/// How many of @p all processors are left where @p running other threads want one this moment and @p recent did in the
/// last minute on average: at least 1. A moment alone says little, and the last minute may have been our own.
int idleProcessors(int all, int running, double recent);
/// The largest number of idle processors in a few samples of @p look, a millisecond apart, so that a short burst of
/// another program is ignored. One sample if all are idle; @p all if @p look can't measure the load.
int idleProcessors(int all, const std::function<std::optional<Load>()>& look);
/// The number of idle processors of this machine, measured now.
int idleProcessors(int all);

} // namespace ql::runs
