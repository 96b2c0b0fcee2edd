// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/capacity_config.h"
#include "core/graph/ir/graph.h"
#include "core/results/model_info.h"

#include <vector>

namespace ql::analysis {

/// The layers of @p graph, bodies included, that a quantization takes without being told to, in the graph's order.
/// What @p capacity lists and reads and gives one value is listed too.
std::vector<results::QuantizableLayer> quantizableLayers(const graph::Graph& graph,
                                                         const config::CapacityConfig& capacity);

} // namespace ql::analysis
