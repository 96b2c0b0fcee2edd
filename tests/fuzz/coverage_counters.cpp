// SPDX-License-Identifier: GPL-3.0-or-later
// What lets libFuzzer see code that GCC compiled. GCC calls one function per edge (-fsanitize-coverage=trace-pc),
// libFuzzer wants clang's counters and merely refuses that call: so the linker wraps it (QuantloupeFuzz.cmake), and the
// edges are hashed into counters of our own. Compiled without instrumentation.
#include "tests/fuzz/coverage_counters.h"

#include <cstddef>

namespace {

constexpr std::size_t kCounters = std::size_t{1} << 16;
std::uint8_t counters[kCounters];

} // namespace

namespace ql::tests {

std::span<std::uint8_t> edgeCounters()
{
    return counters;
}

} // namespace ql::tests

extern "C" void __wrap___sanitizer_cov_trace_pc()
{
    const auto place = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
    auto& counter = counters[(place * 0x9E3779B97F4A7C15ULL) >> 48];
    if (counter != 0xFF)
        ++counter;
}

// GCC reports comparisons of floats, too; libFuzzer has no ear for them, and the sanitizers' library no stub.
extern "C" void __sanitizer_cov_trace_cmpf(float, float) {}
extern "C" void __sanitizer_cov_trace_cmpd(double, double) {}
