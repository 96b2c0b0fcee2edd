// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/layer_rows.h"
#include "core/results/compare_result.h"
#include "core/runs/pairs/value_source.h"

#include <cstddef>
#include <set>
#include <vector>

namespace ql::analysis {

/// Fills in the multiply-accumulates of each row; those of a fused run are summed on the run's one row.
void countMacs(std::vector<LayerRowSource>& rows, const MatchedModels& models, const runs::ValueSource& baseline,
               const runs::ValueSource& analysis);

/// Shows the calling program the real numbers of a layer, if it wants to see them.
void showToCaller(const LayerRowSource& source, const MatchedModels& models, const results::CompareRequest& request,
                  const runs::Tensor& x, const runs::Tensor& y);

/// @throws Error (BadArgument) where the request's filters leave none of @p rows and there are no @p blocks
void requireWantedRows(const std::vector<LayerRowSource>& rows, const results::CompareRequest& request,
                       const std::set<std::size_t>& blocks);

/// Moves the rows that the request's filters leave, and those of @p blocks (by baseline layer), into @p result. Called
/// last: where the error starts is found on all layers.
void moveWantedRows(std::vector<LayerRowSource>& rows, const results::CompareRequest& request,
                    const std::set<std::size_t>& blocks, results::CompareResult& result);

} // namespace ql::analysis
