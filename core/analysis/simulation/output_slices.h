// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ql::analysis {

/// Two models, of which the second may have further outputs.
using GraphPair = std::pair<std::shared_ptr<const graph::Graph>, std::shared_ptr<const graph::Graph>>;

/// Both models with a further output for each of @p outputs that is a slice of one of the baseline's: "y[:, 4:]", which
/// it is called in both. Indices are an array's: `2`, `2:8`, `:8`, `-4:`, `:`, one for each axis from the first on.
/// Null pointers where none is a slice. The graphs' constants are shared.
/// @throws Error (BadArgument) for a slice that can't be read, of an output that there isn't or that only one model has
GraphPair withOutputSlices(const graph::Graph& baseline, const graph::Graph& analysis,
                           const std::vector<std::string>& outputs);

} // namespace ql::analysis
