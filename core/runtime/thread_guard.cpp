// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/process_limits.h"
#include "core/ops/support/memory_limit.h"
#include "core/runtime/executor.h"

#include <ATen/Parallel.h>
#include <algorithm>
#include <c10/core/InferenceMode.h>
#include <thread>

namespace ql::runtime {

struct ThreadGuard::Private {
    c10::InferenceMode inference;
};

ThreadGuard::ThreadGuard(int threads)
    : m_d(std::make_unique<Private>())
{
    ops::refuseUnaffordableTensors();
    const int all = std::max(1, int(std::thread::hardware_concurrency()));
    const int wanted = threads > 0 ? threads : all;
    requireThreads(wanted);
    // Setting it makes LibTorch's second thread pool anew, whose threads then spin for milliseconds.
    if (at::get_num_threads() != wanted)
        at::set_num_threads(wanted);
}

ThreadGuard::~ThreadGuard() = default;

} // namespace ql::runtime
