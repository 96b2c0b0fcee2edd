// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <omp.h>

namespace ql::ops {

/// Calls @p body(begin, end) for parts of [0, @p count) that make up the whole, on as many OpenMP threads as the
/// calling thread may use; on one where there are fewer than 2^18 @p operations (products, elements moved) in all. Then
/// nothing is started: even a team of one takes half a microsecond. @p body may not throw.
template <typename Body>
void forEachPart(std::int64_t count, std::int64_t operations, const Body& body)
{
    constexpr std::int64_t kWorthTeam = 1 << 18;
    const bool isOne = operations < kWorthTeam || omp_in_parallel() != 0;
    const auto threads = isOne ? 1 : std::min<std::int64_t>(omp_get_max_threads(), count);
    if (threads <= 1)
        return body(std::int64_t{0}, count);
#pragma omp parallel num_threads(int(threads))
    {
        const std::int64_t part = omp_get_thread_num();
        const std::int64_t parts = omp_get_num_threads();
        body(count * part / parts, count * (part + 1) / parts);
    }
}

} // namespace ql::ops
