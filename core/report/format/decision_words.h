// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/flipped_decision.h"

#include <string>
#include <vector>

namespace ql::report {

/// A line per replayed decision; one that says so when there is none.
std::string decisionsText(const std::vector<results::FlippedDecision>& decisions);

} // namespace ql::report
