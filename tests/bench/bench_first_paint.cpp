// SPDX-License-Identifier: GPL-3.0-or-later
// From the start of the window's process to its first paint, as a user waits for it, and from two paths to a whole
// comparison. Aims: below 500 ms and below 1 s.
#include "tests/bench/child_process.h"
#include "tests/bench/stopwatch.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

constexpr double kPaintAimMillis = 500.0;
constexpr double kComparisonAimMillis = 1000.0;
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

/// With all of the comparison shown, and a picture of it written after 200 ms of waiting: more than a user waits.
std::optional<double> comparisonMillis()
{
    const std::string demo = QUANTLOUPE_SOURCE_DIR "/resources/demo/";
    const auto picture =
        std::filesystem::temp_directory_path() / ("bench_first_paint_" + std::to_string(getpid()) + ".png");
    const auto usage = ql::bench::runChild({QUANTLOUPE_BIN_DIR "/quantloupe", "--baseline", demo + "float.onnx",
                                            "--analysis", demo + "int8.onnx", "--input",
                                            "image=" + demo + "bad_case.npy", "--screenshot", picture.string()});
    std::filesystem::remove(picture);
    return usage.exitStatus == 0 ? std::optional(usage.seconds * 1e3) : std::nullopt;
}

/// Of several starts. False where one failed.
bool report(const char* what, int starts, double aimMillis, const std::function<std::optional<double>()>& start)
{
    std::vector<double> millis;
    for (int i = 0; i < starts; ++i) {
        const auto taken = start();
        if (!taken) {
            fmt::print(stderr, "error: {}: the window did not get there\n", what);
            return false;
        }
        millis.push_back(*taken);
    }
    std::ranges::sort(millis);
    fmt::print("{}: best {:.0f} ms, median {:.0f} ms, worst {:.0f} ms of {} starts (aim < {:.0f} ms)\n", what,
               millis.front(), millis[millis.size() / 2], millis.back(), millis.size(), aimMillis);
    return true;
}

} // namespace

int main(int argc, char** argv)
{
    const int starts = ql::bench::isQuick(argc, argv) ? 2 : 10;
    const bool arePainted = report("first paint", starts, kPaintAimMillis, firstPaintMillis);
    return arePainted && report("two paths to a comparison", starts, kComparisonAimMillis, comparisonMillis) ? 0 : 1;
}
