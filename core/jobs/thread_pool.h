// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <type_traits>

namespace ql::jobs {

namespace detail {
using PartBody = void (*)(const void* body, std::int64_t part);
void runParts(int threads, std::int64_t parts, PartBody call, const void* body);
} // namespace detail

/// The largest number of parts in one call of runInPool().
constexpr std::int64_t kMostPoolParts = 1024;

/// Calls @p body(part) once for every part in [0, @p parts), at most kMostPoolParts, on the calling thread and at most
/// @p threads - 1 helper threads that belong to it, and returns when all are done. The caller works through the parts
/// itself and helpers take what is left when they arrive, so that nobody waits for a thread to wake. After a helper was
/// preempted within a part, fewer are used for a while. Helpers spin for a moment after each call, since the next one
/// mostly follows within microseconds. Nested calls inside @p body run on their own thread only. @p body may not throw.
template <typename Body>
void runInPool(int threads, std::int64_t parts, const Body& body)
{
    detail::runParts(
        threads, parts, [](const void* context, std::int64_t part) { (*static_cast<const Body*>(context))(part); },
        &body);
}

/// Lets the calling thread's helpers sleep until its next piece of work, for others that are about to work beside it.
void restPool();

/// How many threads work of the calling thread may have, as setPoolThreads() said last; 0 where it never did.
int poolThreads();
void setPoolThreads(int threads);

/// Whether the calling thread is within a part of a pool's work.
bool isInPool();

} // namespace ql::jobs
