// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/fields.h"

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

void fields(auto& visit, Of<FlippedDecision> auto& decision)
{
    visit("op_name", decision.name);
    visit("op_type", decision.opType);
    visit("indices", decision.indices);
    visit("flipped", decision.flipped);
}

} // namespace ql::results
