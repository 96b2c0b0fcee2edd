// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/layer_rows.h"

#include <cstdint>
#include <optional>

namespace ql::analysis {

/// What the readers of @p layer's value keep of it: from the lowest to the highest bound of the activations that end
/// it, behind quantizers and what only moves elements. Unbounded where one reader, or an output, takes all.
ValueRange keptBehind(const graph::Graph& graph, const Layer& layer);

/// The values that the quantizer of a row must represent, of all samples: the baseline's, without what every reader
/// cuts off anyway.
ValueRange neededRange(const LayerRowSource& source, const MatchedModels& models);

/// Whether what the quantizer of @p source clamps on the sample shown reaches a reader. What a quantizer with several
/// scales clamps always does. @pre it has one
bool isClampingRead(const LayerRowSource& source, const MatchedModels& models);

/// Parameters with which a quantizer of one scale represents a range. @ref zeroPoint is nothing where it is symmetric.
struct CoveringParameters {
    double scale = 0.0;
    std::optional<std::int64_t> zeroPoint;
};
/// Of the same integers and the same kind: symmetric around 0 remains symmetric.
CoveringParameters coveringParameters(const results::QuantizerInfo& quantizer, const ValueRange& needed);

/// Whether the quantizer is wide enough, or nearly, and its zero point puts it in the wrong place: values lie beyond
/// one of its ends, and the other end beyond all values.
bool isShifted(const results::QuantizerInfo& quantizer, const ValueRange& needed);

} // namespace ql::analysis
