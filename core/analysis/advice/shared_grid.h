// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/layer_rows.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace ql::analysis {

/// A layer whose quantizer has the same scale and zero point, and which the same Concat joins.
struct SharedGrid {
    std::string with;  ///< the other layer
    std::string merge; ///< the layer that joins both
};

/// Nothing where no layer that only moves data reads the quantizer of row @p row, or of what that reads where it has
/// none, beside another of the same grid.
std::optional<SharedGrid> sharedGrid(const std::vector<LayerRowSource>& rows, const MatchedModels& models,
                                     std::size_t row);

} // namespace ql::analysis
