// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/jobs/thread_team.h"

#include <algorithm>
#include <cstdint>
#include <omp.h>

namespace ql::ops {

/// Calls @p body(begin, end) for parts of [0, @p count) that make up the whole, on as many threads as the calling
/// thread may use; on one where there are fewer than 2^18 @p operations (products, elements moved) in all. @p body may
/// not throw.
template <typename Body>
void forEachPart(std::int64_t count, std::int64_t operations, const Body& body)
{
    constexpr std::int64_t kWorthTeam = 1 << 18;
    constexpr std::int64_t kPartsEach = 4;         ///< the last thread to end waits for a part at most …
    constexpr std::int64_t kLargestPart = 1 << 23; ///< … and that for 0.2 ms
    const bool isOne = operations < kWorthTeam || count <= 1 || jobs::isInTeam();
    const int threads = isOne ? 1 : std::max(jobs::teamThreads(), omp_get_max_threads());
    if (threads <= 1)
        return body(std::int64_t{0}, count);
    const auto wanted = std::max(threads * kPartsEach, operations / kLargestPart);
    const auto parts = std::min({count, wanted, jobs::kMostTeamParts});
    jobs::runInTeam(threads, parts, [&](std::int64_t part) { body(count * part / parts, count * (part + 1) / parts); });
}

} // namespace ql::ops
