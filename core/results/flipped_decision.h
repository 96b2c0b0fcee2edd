// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace ql::results {

/// How often an operator that chooses (TopK, ArgMax …) chooses otherwise when everything is quantized.
struct FlippedDecision {
    std::string name; ///< in the baseline
    std::string opType;
    std::uint64_t indices = 0;
    std::uint64_t flipped = 0;
};

} // namespace ql::results
