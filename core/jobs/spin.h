// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <thread>

namespace ql::jobs {

/// Tells the processor that this is a spin loop, so that the core's other hardware thread runs faster.
inline void pause()
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

/// Spins until @p isMet or until @p most has passed; many waits are shorter than a sleep and a wake-up.
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
