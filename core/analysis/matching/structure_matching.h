// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/match_table.h"

namespace ql::analysis {

/// Pairs what names could not: layers of one family and compatible shape at the same place among matched neighbours,
/// and where there are none, in the same order of execution.
void matchByStructure(MatchTable& table);

} // namespace ql::analysis
