// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

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

} // namespace ql::runs
