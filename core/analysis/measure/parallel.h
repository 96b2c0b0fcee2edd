// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>

namespace ql::analysis {

/// How many threads a pass over @p bytes of memory may use: one below a megabyte (waking a thread costs 30 to 60 µs),
/// else as many as LibTorch was given.
std::size_t threadsFor(std::size_t bytes);

/// Calls @p body(worker, begin, end) for contiguous shares of 0 … count, one for each of @p threads threads that
/// jobs::runInPool() has, and returns when all are done. @p body must not throw.
void parallelRanges(std::size_t count, std::size_t threads,
                    const std::function<void(std::size_t worker, std::size_t begin, std::size_t end)>& body);

} // namespace ql::analysis
