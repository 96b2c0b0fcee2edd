// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/compare_result.h"
#include "core/results/graph_outline.h"

namespace ql::widgets {

/// Both models as one: layers that @p result pairs stand once, under the baseline's name and with what the analysis
/// model quantizes them to, and so does what only moves data and is called the same; the layers of either model without
/// a partner keep their place among their neighbours. Edges are those of both; where the models order layers
/// differently an edge may lead backwards.
results::GraphOutline mergeOutlines(const results::GraphOutline& baseline, const results::GraphOutline& analysis,
                                    const results::CompareResult& result);

} // namespace ql::widgets
