// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/results/fields.h"

#include <fmt/format.h>

#include <cstdint>
#include <string>

namespace ql::results {

/// Located where quantizers couldn't be moved onto the baseline: they were switched inside the analysis model, and
/// numbers compare that with itself, everything bypassed.
struct SwitchesInside {
    Message reason;
    double bypassedDb = 0.0; ///< SQNR of the baseline against the analysis model with all of them bypassed

    Message sentence() const
    {
        return Message("the quantizers were switched inside the analysis model, the others bypassed, and measured "
                       "against it with all bypassed, which agrees with the baseline at {} dB: {}",
                       Number{fmt::format("{:.1f}", bypassedDb)}, reason);
    }
};

void fields(auto& visit, Of<SwitchesInside> auto& inside)
{
    visit("reason", inside.reason);
    visit("bypassed_db", inside.bypassedDb);
}

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
