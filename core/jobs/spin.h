// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <thread>

namespace ql::jobs {

/// Lets the other thread of a core work while this one looks again and again.
inline void pause()
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

/// Looks again and again whether @p isMet, for @p most at most: sleeping and being woken takes longer than many waits.
template <typename Condition>
void spinUntil(const Condition& isMet, std::chrono::steady_clock::duration most)
{
    constexpr int kPausesPerLook = 32;
    const auto end = std::chrono::steady_clock::now() + most;
    while (std::chrono::steady_clock::now() < end) {
        for (int i = 0; i < kPausesPerLook; ++i) {
            if (isMet())
                return;
            pause();
        }
        std::this_thread::yield(); // to whoever wants this processor
    }
}

} // namespace ql::jobs
