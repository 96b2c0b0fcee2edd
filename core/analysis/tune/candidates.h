// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/quant/quant_settings.h"
#include "core/results/tune_result.h"

#include <set>
#include <string>
#include <vector>

namespace ql::analysis {

constexpr int kWideBits = 16;

/// The override that puts a single quantizer in int16.
struct QuantizerCandidate {
    results::TuneOverride override;
    std::set<std::string> layers; ///< what makes the value, and what reads it
};

/// Those of @p graph: of the data first, then of constants, both in the graph's order. Values that share another's
/// parameters, those in 16 bits already, and weights of products, for which "per-channel" is what helps, have none.
/// @throws Error as quant::planFor()
std::vector<QuantizerCandidate> quantizerCandidates(const graph::Graph& graph, const quant::QuantSettings& settings);

/// The layers that compute with the value @p tensor, also behind what only moves data.
std::set<std::string> layersReading(const graph::Graph& graph, const std::string& tensor);

/// Puts the value @p tensor in int16, quantized as @p settings have it otherwise.
void widenValue(quant::QuantSettings& settings, const graph::Graph& graph, const std::string& tensor);

/// The layers of @p layers that stand next to @p outputs, then these and those next to them: what is left in float
/// first by a usual rule, as nothing behind it quantizes again. In the graph's order; no set twice, and none that holds
/// all layers.
std::vector<std::vector<std::string>> tailsOf(const graph::Graph& graph, const std::vector<graph::ValueId>& outputs,
                                              const std::set<graph::NodeId>& layers);

} // namespace ql::analysis
