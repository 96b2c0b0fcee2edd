// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>
#include <string_view>

namespace ql::bench {

/// Seconds that @p body takes, the least of @p rounds runs: the machines wander, the minimum wanders least.
template <typename Body>
double leastSeconds(int rounds, Body&& body)
{
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < rounds; ++i) {
        const auto began = std::chrono::steady_clock::now();
        body();
        least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
    }
    return least;
}

/// `--quick` on the command line: small counts, so that ctest notices when a benchmark breaks.
inline bool isQuick(int argc, char** argv)
{
    return std::any_of(argv + 1, argv + argc, [](const char* word) { return std::string_view(word) == "--quick"; });
}

} // namespace ql::bench
