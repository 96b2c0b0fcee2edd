// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/advice/shared_grid.h"
#include "core/analysis/matching/layer_rows.h"
#include "core/base/message.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace ql::analysis {

/// The row of the operator that row @p row would have to read and the analysis model lacks, as a replay showed.
std::optional<std::size_t> missingBefore(const std::vector<LayerRowSource>& rows, const MatchedModels& models,
                                         std::size_t row);

/// Says of every row whose layer computes something else on the same inputs what that is; of an operator that the
/// analysis model lacks, at its own row.
void adviseReplays(std::vector<LayerRowSource>& rows, const MatchedModels& models);

/// In which way the values differ that two layers make of the same inputs, without a full stop. @p grid = sharedGrid()
/// of the row. @pre computesOtherwise()
Message replayDifference(const results::LayerRow& row, const std::optional<SharedGrid>& grid);
/// What to do about it. @pre likewise
Message replayRemedy(const results::LayerRow& row, const std::optional<SharedGrid>& grid);

/// That the error starts at @p row, whose layer computes something else. @pre computesOtherwise()
results::Diagnostic replayedOrigin(const results::LayerRow& row, const std::optional<SharedGrid>& grid,
                                   results::Severity severity);

} // namespace ql::analysis
