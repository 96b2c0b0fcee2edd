// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/jobs/thread_pool.h"

#include <algorithm>
#include <cstdint>
#include <omp.h>

namespace ql::ops {

constexpr std::int64_t kProductsPerElement = 4; ///< an element that is moved takes as long
constexpr std::int64_t kProductsPerCurve = 40;  ///< one of an exponential or its like, in vectors

/// How many threads the calling thread may have for so many @p products (of 32-bit numbers, as convolutions have them):
/// one where there are fewer than 2^19, five to ten microseconds of a core. What another core wrote takes a hundred
/// nanoseconds to reach, so that less work, shared out, took longer than undivided.
inline int threadsFor(std::int64_t products)
{
    constexpr std::int64_t kWorthPool = 1 << 19;
    const bool isOne = products < kWorthPool || jobs::isInPool();
    return isOne ? 1 : std::max(jobs::poolThreads(), omp_get_max_threads());
}

/// Calls @p body(begin, end) for parts of [0, @p count) that make up the whole, on as many threads as threadsFor()
/// says. Each begins with what lies at its share of the whole: where successive pieces of work count the same way, what
/// it reads is mostly what it wrote. @p body may not throw.
template <typename Body>
void forEachPart(std::int64_t count, std::int64_t products, const Body& body)
{
    constexpr std::int64_t kPartsEach = 4;         ///< the last thread to end waits for a part at most …
    constexpr std::int64_t kLargestPart = 1 << 23; ///< … and that for 0.2 ms
    const int threads = count <= 1 ? 1 : threadsFor(products);
    if (threads <= 1)
        return body(std::int64_t{0}, count);
    const auto wanted = std::max(threads * kPartsEach, products / kLargestPart);
    const auto parts = std::min({count, wanted, jobs::kMostPoolParts});
    jobs::runInPool(threads, parts, [&](std::int64_t part) { body(count * part / parts, count * (part + 1) / parts); });
}

} // namespace ql::ops
