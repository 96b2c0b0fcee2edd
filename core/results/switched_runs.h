// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/results/fields.h"

#include <fmt/format.h>

#include <cmath>
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

/// What all quantizers, switched on together, leave of the analysis model's own error, where they miss it by more than
/// 0.1 dB.
struct SwitchedDeviation {
    std::string output;
    std::string slice;       ///< of the output, the worst; empty = all of it
    double ownDb = 0.0;      ///< SQNR of the analysis model there
    double switchedDb = 0.0; ///< with the switches

    double db() const { return std::abs(ownDb - switchedDb); }
    Message sentence() const
    {
        return Message("with all quantizers switched on, the worst slice of output {} has {} dB and that of the "
                       "analysis model itself {} dB: so far the numbers here are off",
                       output, Number{fmt::format("{:.1f}", switchedDb)}, Number{fmt::format("{:.1f}", ownDb)});
    }
};

void fields(auto& visit, Of<SwitchedDeviation> auto& deviation)
{
    visit("output", deviation.output);
    visit("slice", deviation.slice);
    visit("own_db", deviation.ownDb);
    visit("switched_db", deviation.switchedDb);
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
