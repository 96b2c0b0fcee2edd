// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/measure/parallel.h"

#include "core/jobs/thread_pool.h"

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
    const std::size_t workers = std::max<std::size_t>(1, std::min({threads, count, std::size_t(jobs::kMostPoolParts)}));
    jobs::runInPool(static_cast<int>(workers), static_cast<std::int64_t>(workers), [&](std::int64_t part) {
        const auto worker = static_cast<std::size_t>(part);
        body(worker, count * worker / workers, count * (worker + 1) / workers);
    });
}

} // namespace ql::analysis
