// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/layer_names.h"
#include "core/config/quant_config.h"
#include "core/graph/ir/graph.h"
#include "core/results/config_result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ql::config {

/// What edits of layers cost a network beside the work of making them.
struct EditCost {
    /// Of the network's multiply-accumulates, that get wider inputs or weights, or float ones: 0 … 1.
    double macShare = 0.0;
    std::int64_t weightBytes = 0; ///< more that weights take; below 0 fewer
    std::size_t followers = 0;    ///< other layers that must be quantized alike, since they share data with these
    bool operator==(const EditCost&) const = default;
};

/// Knows what edits of one config for one network cost. Goes through the whole network once, when made. Keep no longer
/// than both. Not thread-safe.
class EditCosts {
public:
    EditCosts(const QuantConfig& config, const graph::Graph& network)
        : m_network(network)
        , m_names(config, network)
    {
    }

    /// Of @p edits together, of layers by any name that the network has for them. A layer that it doesn't have costs
    /// nothing; what is restored isn't counted. Needs no weights: their shapes are enough.
    EditCost of(const std::vector<LayerEdit>& edits) const;

private:
    const graph::Graph& m_network;
    LayerNames m_names;
    mutable std::vector<std::string> m_asked; ///< about which m_closure is: several edits of the same layers
    mutable std::vector<results::ConfigFollower> m_closure;
};

} // namespace ql::config
