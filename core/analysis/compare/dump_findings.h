// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/layer_rows.h"
#include "core/analysis/simulation/value_source.h"
#include "core/results/compare_result.h"

#include <vector>

namespace ql::analysis {

/// Says on each row that compares a file which nothing describes how it was read, and what is doubtful about that; a
/// row whose file could not be read becomes a mismatch. Counts in @p result what files were taken for.
void addDumpFindings(std::vector<LayerRowSource>& rows, const MatchedModels& models, const ValueSource& baseline,
                     const ValueSource& analysis, results::CompareResult& result);

} // namespace ql::analysis
