// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/match_table.h"

namespace ql::analysis {

/// Pairs free layers of one family whose weights hold nearly the same numbers, if nobody else's do: an exporter may
/// rename everything, but it hardly changes the numbers. Rule "weights".
void matchByWeights(MatchTable& table);

} // namespace ql::analysis
