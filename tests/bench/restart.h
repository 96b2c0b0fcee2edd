// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine.h"

#include <cstdlib>
#include <unistd.h>

namespace ql::bench {

/// Runs the program again with what the engine's libraries read when they are loaded, which is before main() in a
/// program that links them. Returns where that was done; then the process is the engine's own, as the product's
/// programs are.
inline void restartWithEnvironment(char** argv)
{
    constexpr const char* kMark = "QUANTLOUPE_BENCH_RESTARTED";
    if (std::getenv(kMark))
        return engine::ownProcess();
    engine::prepareEnvironment();
    setenv(kMark, "1", 1);
    execv("/proc/self/exe", argv);
}

} // namespace ql::bench
