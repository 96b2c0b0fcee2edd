// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <span>
#include <vector>

namespace ql::quant {

/// The nodes, in order of execution, that depend on the model's input data. The other nodes compute constants and
/// shapes (exporters do so for the scales of a Resize), which must not be quantized: rounding would change the shapes.
std::vector<const graph::Node*> nodesOfData(const graph::Graph& graph);

/// The inputs of @p node that hold data. Of an operator that only moves data (Reshape, Resize) that is input 0; its
/// further inputs are parameters such as shapes and scales.
std::span<const graph::ValueId> numbersOf(const graph::Node& node);

} // namespace ql::quant
