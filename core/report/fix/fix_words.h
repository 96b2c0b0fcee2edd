// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/html/labels.h"
#include "core/results/fix_result.h"

namespace ql::report {

/// What became of a candidate.
constexpr Label stateLabel(results::FixRow::State state)
{
    switch (state) {
    case results::FixRow::State::Chosen: return "chosen";
    case results::FixRow::State::Unneeded: return "not needed";
    case results::FixRow::State::NoGain: return "no gain";
    case results::FixRow::State::Loses: return "loses";
    case results::FixRow::State::Refused: return "refused";
    }
    return "";
}

} // namespace ql::report
