// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/layer_names.h"
#include "core/results/diagnostic.h"

#include <map>
#include <string>
#include <vector>

namespace ql::config {

/// What each layer of @p graph reads quantized under a config of AMCT, by its node's name: the list of AMCT's guide
/// decides, and a layer that the config names or a type that it lists is quantized whatever it is. What an export wrote
/// out in several operators is one layer: only what comes from outside is quantized.
std::map<std::string, std::vector<std::size_t>, std::less<>>
quantizedInputs(const QuantConfig& config, const LayerNames& names, const graph::Graph& graph);

/// Whether AMCT's list quantizes what @p layer reads, without a config that names it or its type: not what a
/// convolution before it computes, nor a normalization that becomes part of one.
bool isListed(const QuantConfig& config, const LayerNames& names, const graph::Graph& graph, const TracedLayer& layer);

/// Layers that the config names and that stay in float all the same, each with the reason.
std::vector<results::Diagnostic> floatLayerFindings(const QuantConfig& config, const LayerNames& names,
                                                    const graph::Graph& graph);

} // namespace ql::config
