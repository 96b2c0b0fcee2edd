// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/measure/parallel.h"

#include <algorithm>

#include <omp.h>

namespace ql::analysis {

namespace {

constexpr std::size_t kOneThreadBelowBytes = std::size_t{1} << 20;

} // namespace

std::size_t threadsFor(std::size_t bytes)
{
    if (bytes < kOneThreadBelowBytes)
        return 1;
    return static_cast<std::size_t>(std::max(1, omp_get_max_threads()));
}

void parallelRanges(std::size_t count, std::size_t threads,
                    const std::function<void(std::size_t, std::size_t, std::size_t)>& body)
{
    const std::size_t workers = std::max<std::size_t>(1, std::min(threads, count));
    if (workers == 1) {
        body(0, 0, count);
        return;
    }
    // The shares are fixed before the region starts: OpenMP may hand out fewer threads than asked for.
#pragma omp parallel for num_threads(static_cast <int>(workers)) schedule(static, 1)
    for (std::size_t worker = 0; worker < workers; ++worker)
        body(worker, count * worker / workers, count * (worker + 1) / workers);
}

} // namespace ql::analysis
