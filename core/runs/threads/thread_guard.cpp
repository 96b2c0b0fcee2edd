// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/threads/thread_guard.h"
#include "core/base/process_limits.h"
#include "core/ops/memory/memory_limit.h"
#include "core/ops/torch_version.h"
#include "core/runs/program/program.h"

#include <ATen/Parallel.h>
#include <c10/core/InferenceMode.h>
#include <c10/util/Exception.h>
#include <mutex>
#include <omp.h>
#include <spdlog/spdlog.h>

namespace ql::runs {

namespace {

/// Sends LibTorch's developer warnings ("scatter_reduce() is in beta") to the log; users don't need them on stderr.
class LoggedWarnings : public ops::WarningHandler {
    void told(const std::string& text) override { spdlog::debug("LibTorch: {}", text); }
};

LoggedWarnings loggedWarnings;

/// Of the calling thread's guard.
struct Choice {
    int most = 0; ///< to choose from; 0 where the number was given
    int chosen = 0;
};
thread_local Choice lastChoice;

/// Of the calling thread alone.
void useThreads(int count)
{
    at::get_num_threads(); // asked for the first time on a thread it sets the number anew
    omp_set_num_threads(count);
}

} // namespace

struct ThreadSetting {
    c10::InferenceMode inference;
    ops::WarningHandlerGuard warnings{&loggedWarnings};
};

struct ThreadGuard::Private : ThreadSetting {};
struct WorkerGuard::Private : ThreadSetting {};

ThreadGuard::ThreadGuard(int threads)
    : m_d(std::make_unique<Private>())
{
    ops::setTensorAllocator();
    const int most = threads > 0 ? threads : processorCount();
    requireThreads(most);
    // On each thread that asks first LibTorch makes its second thread pool anew, whose threads then spin for
    // milliseconds: 50 ms for four threads. That pool gets one thread; kernels go by OpenMP's number, each thread's
    // own.
    static std::once_flag once;
    std::call_once(once, [] { at::set_num_threads(1); });
    // A region ends when its slowest thread does, and that is one that waits for a processor.
    lastChoice = threads > 0 ? Choice() : Choice{most, idleProcessors(most)};
    useThreads(threads > 0 ? most : lastChoice.chosen);
}

ThreadGuard::~ThreadGuard() = default;

int threadsChosenAgain()
{
    const int now = omp_get_max_threads();
    if (lastChoice.most > 1 && now == lastChoice.chosen) { // else somebody shares them out
        lastChoice.chosen = idleProcessors(lastChoice.most);
        useThreads(lastChoice.chosen);
    }
    return omp_get_max_threads();
}

WorkerGuard::WorkerGuard(int threads)
    : m_d(std::make_unique<Private>())
{
    useThreads(threads);
}

WorkerGuard::~WorkerGuard() = default;

} // namespace ql::runs
