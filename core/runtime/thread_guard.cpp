// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/executor.h"

#include <ATen/Parallel.h>
#include <algorithm>
#include <c10/core/InferenceMode.h>
#include <thread>

namespace ql::runtime {

struct ThreadGuard::Private {
    c10::InferenceMode inference;
    int previousThreads = at::get_num_threads();
};

ThreadGuard::ThreadGuard(int threads)
    : m_d(std::make_unique<Private>())
{
    const int all = std::max(1, int(std::thread::hardware_concurrency()));
    at::set_num_threads(threads > 0 ? threads : all);
}

ThreadGuard::~ThreadGuard()
{
    at::set_num_threads(m_d->previousThreads);
}

} // namespace ql::runtime
