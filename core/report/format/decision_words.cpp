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

Json decisionsJson(const std::vector<results::FlippedDecision>& decisions)
{
    Json list = Json::array();
    for (const auto& decision : decisions)
        list.push_back({{"op_name", decision.name},
                        {"op_type", decision.opType},
                        {"indices", decision.indices},
                        {"flipped", decision.flipped}});
    return list;
}

} // namespace ql::report
