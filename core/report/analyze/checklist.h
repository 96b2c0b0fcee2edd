// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/fields.h"
#include "core/results/result_parts.h"

#include <string>
#include <vector>

namespace ql::report {

/// A question that a large loss of accuracy raises, and what the parts of `analyze` answer.
struct ChecklistItem {
    enum class State { Yes, No, Open };
    std::string question;
    State state = State::Open;
    std::string because; ///< no: the findings that say so; open: what answers it
};

constexpr auto wordsOf(ChecklistItem::State)
{
    using results::Word;
    using enum ChecklistItem::State;
    return std::array{Word{Yes, "yes"}, Word{No, "no"}, Word{Open, "open"}};
}

/// Those of the guide's chapter on lost accuracy, in its order. Yes only where the rules were asked and found nothing.
std::vector<ChecklistItem> checklistOf(const results::ResultParts& results);

/// A line each: [x] answered with yes, [!] with no, [ ] still open.
std::string checklistText(const std::vector<ChecklistItem>& items);

} // namespace ql::report
