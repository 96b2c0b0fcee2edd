// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/match_table.h"

namespace ql::analysis {

/// Moves each match to the end of the run that the partner computes at once (a quantizer that clamps where the float
/// model has its Relu, a folded batch normalisation, a bias), and marks the unmatched layers inside such runs as fused.
void foldRuns(MatchTable& table);

} // namespace ql::analysis
