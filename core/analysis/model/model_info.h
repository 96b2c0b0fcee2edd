// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/capacity_config.h"
#include "core/graph/ir/graph.h"
#include "core/import/imported_model.h"
#include "core/results/model_info.h"

#include <memory>
#include <vector>

namespace ql::analysis {

/// Everything that can be said about a model without running it. Nodes, layers and operators are counted with those of
/// bodies (If, Loop …); Constant nodes became initializers and are not counted.
/// @p capacity: further types among what can be quantized.
std::shared_ptr<const results::ModelInfo> modelInfo(const importers::ImportedModel& model,
                                                    bool listsQuantizable = false,
                                                    const config::CapacityConfig& capacity = {});

/// The layers of @p graph, bodies included, that a quantization takes without being told to, in the graph's order.
/// What @p capacity lists and reads and gives one value is listed too.
std::vector<results::QuantizableLayer> quantizableLayers(const graph::Graph& graph,
                                                         const config::CapacityConfig& capacity);

} // namespace ql::analysis
