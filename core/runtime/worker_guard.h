// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

namespace ql::runtime {

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

} // namespace ql::runtime
