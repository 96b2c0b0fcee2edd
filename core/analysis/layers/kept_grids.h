// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers/layers.h"

#include <functional>
#include <vector>

namespace ql::analysis {

/// By value index, on whose grid a value lies: its own quantizer's, or that of what it is made of by operators that
/// leave numbers on their grid (Relu, MaxPool, what only moves data, a Cast between floats); null where it lies on
/// none. They belong to @p layers, which are those of @p graph. @p typeOf tells a value's type.
std::vector<const results::QuantizerInfo*> keptGrids(const graph::Graph& graph, const std::vector<Layer>& layers,
                                                     const std::function<graph::DataType(graph::ValueId)>& typeOf);

} // namespace ql::analysis
