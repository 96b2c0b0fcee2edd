// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/results/model_info.h"

#include <vector>

namespace ql::analysis {

/// The layers of @p graph, bodies included, that a quantization takes without being told to, in the graph's order.
std::vector<results::QuantizableLayer> quantizableLayers(const graph::Graph& graph);

} // namespace ql::analysis
