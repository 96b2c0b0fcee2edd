// SPDX-License-Identifier: GPL-3.0-or-later
// From the start of the window's process to its first paint, as a user waits for it. Aim: below 500 ms.
#include "tests/bench/stopwatch.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <optional>
#include <vector>

namespace {

constexpr double kAimMillis = 500.0;
constexpr const char* kCommand = QUANTLOUPE_BIN_DIR "/quantloupe --quit-after-paint 2>/dev/null";

/// Milliseconds until the window says that it has painted; nothing if it never does.
std::optional<double> firstPaintMillis()
{
    const auto begin = std::chrono::steady_clock::now();
    FILE* window = popen(kCommand, "r");
    if (!window)
        return std::nullopt;
    std::array<char, 64> line{};
    const bool isPainted =
        std::fgets(line.data(), int(line.size()), window) && std::strcmp(line.data(), "painted\n") == 0;
    const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - begin;
    pclose(window);
    return isPainted ? std::optional(taken.count()) : std::nullopt;
}

} // namespace

int main(int argc, char** argv)
{
    std::vector<double> millis;
    for (int i = 0; i < (ql::bench::isQuick(argc, argv) ? 2 : 10); ++i) {
        const auto taken = firstPaintMillis();
        if (!taken) {
            fmt::print(stderr, "error: the window did not paint: {}\n", kCommand);
            return 1;
        }
        millis.push_back(*taken);
    }
    std::ranges::sort(millis);
    fmt::print("first paint: best {:.0f} ms, median {:.0f} ms, worst {:.0f} ms of {} starts (aim < {:.0f} ms)\n",
               millis.front(), millis[millis.size() / 2], millis.back(), millis.size(), kAimMillis);
    return 0;
}
