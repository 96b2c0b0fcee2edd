// SPDX-License-Identifier: GPL-3.0-or-later
// The fused metric pass against a plain read of the same memory. Aim: at least 0.75 of its speed.
#include "core/analysis/measure/histogram.h"
#include "core/analysis/measure/pair_sums.h"
#include "core/analysis/measure/tensor_comparison.h"
#include "tests/bench/stopwatch.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

namespace {

using Floats = std::vector<float>;

/// Reads every byte of both arrays and does next to nothing with it: exclusive or, which the compiler vectorises.
std::uint64_t plainRead(const Floats& x, const Floats& y)
{
    const auto* left = reinterpret_cast<const std::uint64_t*>(x.data());
    const auto* right = reinterpret_cast<const std::uint64_t*>(y.data());
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < x.size() / 2; ++i)
        sum ^= left[i] ^ right[i];
    return sum;
}

void measure(std::size_t count, int rounds)
{
    Floats x(count), y(count);
    std::mt19937 random(1);
    std::normal_distribution<float> normal;
    for (std::size_t i = 0; i < count; ++i) {
        x[i] = std::max(0.0f, normal(random));
        y[i] = 0.03f * std::nearbyint(x[i] / 0.03f);
    }
    volatile double keep = 0.0;
    const double gigabytes = static_cast<double>(2 * count * sizeof(float)) * 1e-9;
    const double read = ql::bench::leastSeconds(rounds, [&] { keep = static_cast<double>(plainRead(x, y)); });
    const double sums =
        ql::bench::leastSeconds(rounds, [&] { keep = ql::analysis::sumPairs(x.data(), y.data(), count, 1).xy; });
    const double counts = ql::bench::leastSeconds(rounds, [&] {
        keep = static_cast<double>(ql::analysis::countPairs(x.data(), y.data(), count, 0.0, 6.0, count, 1).x.front());
    });
    const double all = ql::bench::leastSeconds(
        rounds, [&] { keep = ql::analysis::compareTensors(x.data(), y.data(), count).metrics.kl; });
    fmt::print(
        "metrics, {:9} pairs: plain read {:6.2f} GB/s, fused pass {:6.2f} GB/s, ratio {:.2f} (aim 0.75); histograms "
        "{:5.2f} GB/s; everything on all threads {:.1f} us\n",
        count, gigabytes / read, gigabytes / sums, read / sums, gigabytes / counts, all * 1e6);
}

} // namespace

int main(int argc, char** argv)
{
    const bool isQuick = ql::bench::isQuick(argc, argv);
    measure(std::size_t{1} << 12, isQuick ? 3 : 2000);
    measure(std::size_t{1} << 18, isQuick ? 2 : 200);
    if (!isQuick)
        measure(std::size_t{1} << 26, 8);
    return 0;
}
