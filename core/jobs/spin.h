// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

} // namespace ql::jobs
