// SPDX-License-Identifier: GPL-3.0-or-later
// What lets libFuzzer see code that GCC compiled. GCC calls one function per edge (-fsanitize-coverage=trace-pc),
// libFuzzer wants clang's counters and merely refuses that call: so the linker wraps it (fuzz_targets.cmake), and the
// edges are hashed into counters of our own. Compiled without instrumentation.
#include <cstddef>
#include <cstdint>

extern "C" void __sanitizer_cov_8bit_counters_init(std::uint8_t* first, std::uint8_t* end);

namespace {

constexpr std::size_t kCounters = std::size_t{1} << 17;
std::uint8_t counters[kCounters];

struct Registration {
    Registration() { __sanitizer_cov_8bit_counters_init(counters, counters + kCounters); }
};
const Registration kRegistration;

} // namespace

extern "C" void __wrap___sanitizer_cov_trace_pc()
{
    // The program's own addresses, so that where it was loaded doesn't matter to a corpus that is used again.
    static const auto kOrigin = reinterpret_cast<std::uintptr_t>(&__wrap___sanitizer_cov_trace_pc);
    const auto place = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)) - kOrigin;
    auto& counter = counters[(place * 0x9E3779B97F4A7C15ULL) >> 47];
    if (counter != 0xFF)
        ++counter;
}

// GCC reports comparisons of floats, too; libFuzzer has no ear for them.
extern "C" void __sanitizer_cov_trace_cmpf(float, float) {}
extern "C" void __sanitizer_cov_trace_cmpd(double, double) {}
