// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/dialects/dialect.h"
#include "core/config/quant_config.h"
#include "core/graph/ir/graph.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ql::config {

/// The names by which a config may mean @p node: its own, and the module path that torch has for it:
/// "/layer1/layer1.0/conv1/Conv" is also "layer1.0.conv1". Its own first.
std::vector<std::string> namesOf(const graph::Node& node);

/// Finds the name by which a config speaks of a node.
class LayerNames {
public:
    explicit LayerNames(const QuantConfig& config);

    /// The first of namesOf() that the config mentions, or else the node's own.
    std::string nameOf(const graph::Node& node) const;
    ResolvedLayer resolve(const graph::Node& node) const;

private:
    const QuantConfig& m_config;
    std::set<std::string, std::less<>> m_mentioned;
};

/// Nodes that a config may speak of: those that compute on or move data, in the graph's order.
std::vector<graph::NodeId> configurableNodes(const graph::Graph& graph);
/// The same, as writers of dialects want them, by the name that @p config uses.
std::vector<ModelLayer> modelLayers(const graph::Graph& graph, const QuantConfig& config);

/// Inputs of a node that carry data and not constants, and those that are constant and of rank 2 or more: weights.
std::vector<graph::ValueId> dataInputs(const graph::Graph& graph, const graph::Node& node);
std::vector<graph::ValueId> weightInputs(const graph::Graph& graph, const graph::Node& node);

/// The node that @p name means, or nothing.
const graph::Node* findLayer(const graph::Graph& graph, std::string_view name);
/// Up to three names of @p graph that look like @p name.
std::vector<std::string> nearNames(const graph::Graph& graph, std::string_view name);
/// findLayer() or throws Error (BadArgument) with near matches.
const graph::Node& requireLayer(const graph::Graph& graph, std::string_view name);

/// Tells the edit which operator and tensors its layer has, so that dialects of types and tensors can be served.
void completeEdit(LayerEdit& edit, const graph::Graph& graph);

} // namespace ql::config
