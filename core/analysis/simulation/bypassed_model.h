// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/quant/point_extraction.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace ql::analysis {

/// A quantized model without its quantizers: what they read goes on as it is, but for values below zero where a range
/// that begins there did the work of a Relu; a weight is the baseline's where the models share it.
struct BypassedModel {
    graph::Graph graph;                                    ///< inputs and outputs go by the baseline's names
    quant::ModelPartners partners;                         ///< of the analysis model, in @ref graph
    std::unordered_map<graph::NodeId, std::string> layers; ///< what the baseline calls nodes of @ref graph
    std::vector<std::string> kept;                         ///< quantizers that can't be bypassed, described
};

/// @throws Error (InvalidGraph) when nothing in @p analysis can be bypassed
BypassedModel bypassQuantizers(const graph::Graph& baseline, const graph::Graph& analysis);

} // namespace ql::analysis
