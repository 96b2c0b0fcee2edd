// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/quant/quant_settings.h"

#include <string>
#include <vector>

namespace ql::analysis {

/// Those that compute and that @p settings quantize, in the graph's order.
std::vector<const graph::Node*> quantizedLayers(const graph::Graph& graph, const quant::QuantSettings& settings);

/// Of "a/b/c" itself and what it lies in, from the inside out: "a/b/c", "a/b", "a".
std::vector<std::string> scopesAround(const std::string& scope);

} // namespace ql::analysis
