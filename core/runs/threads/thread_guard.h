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

} // namespace ql::runs
