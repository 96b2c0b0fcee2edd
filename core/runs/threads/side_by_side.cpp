// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/threads/side_by_side.h"

#include "core/ops/memory/memory_limit.h"
#include "core/runs/device/device_scope.h"
#include "core/runs/threads/thread_guard.h"

#include <algorithm>
#include <omp.h>
#include <spdlog/spdlog.h>

namespace ql::runs {

namespace {

constexpr double kLeastSeconds = 0.003; ///< that threads are started for: ten times what that takes
constexpr double kLongSeconds = 1.0;
constexpr double kBytesPerElement = sizeof(float);

} // namespace

ThreadShare shareThreads(std::size_t count, double secondsEach, double bytesEach)
{
    const double seconds = static_cast<double>(count) * secondsEach;
    const int all = seconds < kLongSeconds ? omp_get_max_threads() : threadsChosenAgain();
    if (all <= 1 || count <= 1 || seconds < kLeastSeconds)
        return {1, all};
    std::size_t pieces = std::min<std::size_t>(static_cast<std::size_t>(all), count);
    while (pieces > 1 && !ops::isAffordable(bytesEach * static_cast<double>(pieces)))
        --pieces;
    return {pieces, all / static_cast<int>(pieces)};
}

double declaredBytes(const graph::Graph& graph)
{
    double bytes = 0.0;
    for (const auto& value : graph.values()) {
        if (value.initializer || !value.shape)
            continue;
        double elements = 1.0;
        for (const auto& dimension : *value.shape)
            elements *= static_cast<double>(std::max<std::int64_t>(1, dimension.size));
        bytes += elements * kBytesPerElement;
    }
    return bytes;
}

jobs::Pieces shared(jobs::Pieces pieces, const ThreadShare& share, const char* what)
{
    pieces.workers = share.pieces;
    if (share.pieces > 1)
        pieces.around = [threads = share.threadsEach,
                         device = DeviceScope::current()](const std::function<void()>& life) {
            const WorkerGuard guard(threads);
            const DeviceScope scope(device);
            life();
        };
    if (what && pieces.count() > 0)
        spdlog::debug("{}: {} at a time, each with at most {} threads", what, share.pieces, share.threadsEach);
    return pieces;
}

} // namespace ql::runs
