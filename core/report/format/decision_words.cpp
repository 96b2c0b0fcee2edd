// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/format/decision_words.h"

#include "core/report/format/number_format.h"

#include <fmt/format.h>

namespace ql::report {

std::string decisionsText(const std::vector<results::FlippedDecision>& decisions)
{
    if (decisions.empty())
        return "no operator of the baseline decides anything that could be replayed\n";
    std::string text;
    for (const auto& decision : decisions)
        text += fmt::format("decision {} ({}): {} of {} indices flip when everything is quantized; replayed\n",
                            oneLine(decision.name), decision.opType, decision.flipped, decision.indices);
    return text;
}

} // namespace ql::report
