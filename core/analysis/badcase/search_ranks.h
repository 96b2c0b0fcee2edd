// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/badcase/badcase_outputs.h"
#include "core/base/rank_group.h"
#include "core/data/datasets/dataset.h"
#include "core/results/badcase_result.h"

#include <cstddef>
#include <vector>

namespace ql::analysis {

/// Refuses a search that several ranks can't share, and ranks that were started for different ones: of @p limit samples
/// of @p dataset. Collective. @throws Error (BadArgument)
void requirePartitionable(RankGroup& ranks, const results::BadCaseRequest& request,
                          const std::vector<OutputPair>& outputs, const data::Dataset& dataset, std::size_t limit);

} // namespace ql::analysis
