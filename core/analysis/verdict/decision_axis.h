// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <cstdint>
#include <optional>

namespace ql::analysis {

/// Among which elements of an output the largest one is what the model decides.
struct DecisionAxis {
    std::int64_t axis = -1;
    bool reachesToTheEnd =
        false; ///< among all elements of this axis and those behind it, as Softmax did before opset 13
};

/// The axis of the Softmax or LogSoftmax that makes @p output, as far as only its shape changes in between; else the
/// last of an output of up to two axes and at least three classes that comes from a product (logits), a pooling in
/// between or not. Nothing for what has no such end: images, masks, boxes, states. Names don't count.
std::optional<DecisionAxis> decisionAxis(const graph::Graph& baseline, graph::ValueId output,
                                         const graph::Shape& shape);

} // namespace ql::analysis
