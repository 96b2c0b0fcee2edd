// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers/tensor_slice.h"
#include "core/graph/ir/graph.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ql::analysis {

/// "y[:, 4:]"
struct OutputSlice {
    std::string text;
    std::size_t output = 0;         ///< of the model
    std::vector<SliceRange> ranges; ///< of the first axes

    /// What stands behind the output's name: "[:, 4:]".
    std::string brackets() const { return text.substr(text.rfind('[')); }
};

/// Nothing for the plain name of an output. Indices are an array's: `2`, `2:8`, `:8`, `-4:`, `:`, one for each axis
/// from the first on. @throws Error (BadArgument) for a slice that can't be read, or of an output that there isn't
std::optional<OutputSlice> outputSliceIn(const std::string& text, const graph::Graph& model);

/// Two models, of which the second may have further outputs.
using GraphPair = std::pair<std::shared_ptr<const graph::Graph>, std::shared_ptr<const graph::Graph>>;

/// Both models with a further output for each of @p outputs that is a slice of one of the baseline's: "y[:, 4:]", which
/// it is called in both. Null pointers where none is a slice. The graphs' constants are shared.
/// @throws Error (BadArgument) as outputSliceIn(), and for a slice of an output that only one model has
GraphPair withOutputSlices(const graph::Graph& baseline, const graph::Graph& analysis,
                           const std::vector<std::string>& outputs);

} // namespace ql::analysis
