// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/fix/fix_search.h"
#include "core/quant/fixes/fix.h"

#include <vector>

namespace ql::analysis {

/// Single repairs that may be made, each with the row that reports it.
struct FixCandidates {
    std::vector<quant::FixEdit> edits;
    std::vector<results::FixRow> rows; ///< by edit; of those that the config's rules refuse, refused
    std::vector<std::size_t> order; ///< in which they are to be measured: the most likely ones of the quick ones first
};

/// What the known fixes propose, mostly for the layers that lose most. Ranks share the search for these.
/// Collective. @throws Error as FixSubject::plan(); Cancelled
FixCandidates proposeFixes(FixSearch& search);

} // namespace ql::analysis
