// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/results/fields.h"

#include <cstdint>

namespace ql::results {

/// How many iterations of the loops around a layer have no part in its row.
struct MissingIterations {
    std::uint64_t unpaired = 0; ///< that only one of the models ran, among those that were looked at
    std::uint64_t leftOut = 0;  ///< not looked at, so that memory suffices
};

/// Of a row with `iterations`, which are those that both models ran, and `missing`.
void iterationFields(auto& visit, auto& row)
{
    bool hasUnpaired = row.missing.unpaired > 0;
    bool areLeftOut = row.missing.leftOut > 0;
    visit.ifAny("iterations", row.iterations);
    visit.presence("unpaired_iterations", hasUnpaired);
    if (hasUnpaired)
        visit("unpaired_iterations", row.missing.unpaired);
    visit.presence("left_out_iterations", areLeftOut);
    if (areLeftOut)
        visit("left_out_iterations", row.missing.leftOut);
}

/// Located of a row whose loop ran more iterations than were looked at.
Message leftOutSentence(const auto& row)
{
    return Message("{} iterations of {} are left out, as the tensors of all of them take too much memory: the numbers "
                   "are those of {} iterations, evenly spaced from the first",
                   row.missing.leftOut, row.body, row.iterations.size());
}

} // namespace ql::results
