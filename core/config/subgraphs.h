// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/quant_config.h"
#include "core/graph/ir/graph.h"

#include <string>
#include <utility>
#include <vector>

namespace ql::config {

/// @p config with what it says of subgraphs said of each of their layers: those on a way from an input to an output,
/// both included. What it says of single layers stays stronger. Tensors go by the network's names then.
QuantConfig withSubgraphs(QuantConfig config, const graph::Graph& graph);

/// @p config with what its patterns say said of each layer that they match, and layers by the names of their nodes:
/// what any dialect can say.
QuantConfig withoutPatterns(QuantConfig config, const graph::Graph& graph);

/// The inputs and outputs of subgraphs that @p graph has neither as a layer nor as a value, each with its subgraph.
std::vector<std::pair<std::string, const Subgraph*>> unknownEnds(const QuantConfig& config, const graph::Graph& graph);

} // namespace ql::config
