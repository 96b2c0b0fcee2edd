// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace ql::tests {

/// Keeps the calling thread's processor busy for @p time, as a computation does.
inline void workFor(std::chrono::microseconds time)
{
    const auto end = std::chrono::steady_clock::now() + time;
    while (std::chrono::steady_clock::now() < end)
        continue;
}

} // namespace ql::tests
