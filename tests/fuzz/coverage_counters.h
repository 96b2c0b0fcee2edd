// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

namespace ql::tests {

/// How often each edge of our libraries was taken since the fuzzer last set these to zero; 255 stands for more. Edges
/// share counters now and then. Threads count without locks: a number may be missed.
std::span<std::uint8_t> edgeCounters();

} // namespace ql::tests
