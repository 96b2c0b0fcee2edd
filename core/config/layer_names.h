// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/dialects/dialect.h"
#include "core/config/quant_config.h"
#include "core/config/tracing/traced_layers.h"
#include "core/graph/ir/graph.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ql::config {

/// The names by which a config may mean @p node by itself: its own, and the module path that torch has for it:
/// "/layer1/layer1.0/conv1/Conv" is also "layer1.0.conv1". Its own first.
std::vector<std::string> namesOf(const graph::Node& node);

/// Finds layers by what a file calls them: nodes of the graph, torch's modules, or functions as torch.fx counts them
/// ("add_1"). Goes through the whole graph once, when made. Keep no longer than the graph.
class NamedLayers {
public:
    explicit NamedLayers(const graph::Graph& graph);

    /// What @p name means; a layer that an export wrote out is several nodes. @p isTraced: where a node's own name is
    /// what torch.fx calls another layer, that one is meant.
    std::vector<const graph::Node*> find(std::string_view name, bool isTraced) const;
    /// Whether a file with these names has them from torch.fx, as AMCT has: none is one of ours alone.
    bool areTraced(const std::set<std::string, std::less<>>& names) const;
    /// The functions of torch that become @p node or the layer that it is part of, separated by spaces.
    std::string_view functionsOf(const graph::Node& node) const;
    /// What torch.fx calls the layer, best first.
    const std::vector<std::string>& tracedNamesOf(const graph::Node& node) const;
    const std::vector<TracedLayer>& layers() const { return m_layers; }
    const graph::Graph& graph() const { return m_graph; }
    /// The one that @p node is part of, or null.
    const TracedLayer* findLayer(const graph::Node& node) const;

private:
    const graph::Graph& m_graph;
    std::vector<TracedLayer> m_layers;
    std::map<std::string, std::vector<graph::NodeId>, std::less<>> m_traced;
    std::map<std::string, std::vector<graph::NodeId>, std::less<>> m_paths;
    std::map<std::string, std::size_t, std::less<>> m_layerOf; ///< by a node's name
};

/// Finds the name by which a config speaks of a node.
class LayerNames {
public:
    LayerNames(const QuantConfig& config, const graph::Graph& graph);

    /// The name of it that the config mentions, or else the node's own, or torch's where only that means it or where a
    /// name of ours would change what the others mean. find() finds the node by it.
    std::string nameOf(const graph::Node& node) const;
    ResolvedLayer resolve(const graph::Node& node) const;
    /// What the config means by @p name.
    std::vector<const graph::Node*> find(std::string_view name) const;
    /// The value that the config means by the name of a tensor, or nothing.
    std::optional<graph::ValueId> findValue(std::string_view name) const;
    const NamedLayers& layers() const { return m_layers; }
    /// Whether the config speaks of it by a name.
    bool mentions(const graph::Node& node) const { return m_said.contains(node.name); }
    /// The name that a new config of AMCT has for it: what the config says, else torch's where names are torch's.
    std::string amctNameOf(const graph::Node& node) const;
    /// Names of the nodes whose fusion the config skips, whichever names it has for them.
    std::set<std::string, std::less<>> unfused() const;

private:
    /// The best of torch's names that means @p node, or its own.
    std::string tracedNameOf(const graph::Node& node) const;

    const QuantConfig& m_config;
    NamedLayers m_layers;
    bool m_isTraced = false;                                ///< the config has its names from torch.fx
    bool m_isTracedOnly = false;                            ///< and some would mean others of our own
    std::map<std::string, std::string, std::less<>> m_said; ///< by the node's own name
};

/// What a pattern may match @p node by: its own name, its module's path, and the values that it makes.
std::vector<std::string> aliasesOf(const graph::Graph& graph, const graph::Node& node);

/// The name of the first value that @p node makes; its own where it makes none.
std::string outputOf(const graph::Graph& graph, const graph::Node& node);

/// Nodes that a config may speak of: those that compute on or move data, in the graph's order.
std::vector<graph::NodeId> configurableNodes(const graph::Graph& graph);

/// Inputs of a node that carry data and not constants, and those that are constant and of rank 2 or more: weights.
std::vector<graph::ValueId> dataInputs(const graph::Graph& graph, const graph::Node& node);
std::vector<graph::ValueId> weightInputs(const graph::Graph& graph, const graph::Node& node);

/// Whether @p value is there and depends on more than constants.
bool isData(const graph::Graph& graph, graph::ValueId value);

/// The node that @p name means, or nothing.
const graph::Node* findLayer(const graph::Graph& graph, std::string_view name);
/// The same, for who asks of many names.
const graph::Node* findLayer(const NamedLayers& layers, std::string_view name);
/// Up to three names of @p graph that look like @p name.
std::vector<std::string> nearNames(const graph::Graph& graph, std::string_view name);
/// findLayer() or throws Error (BadArgument) with near matches.
const graph::Node& requireLayer(const graph::Graph& graph, std::string_view name);
const graph::Node& requireLayer(const NamedLayers& layers, std::string_view name);

/// Tells the edit which operator and tensors its layer @p node has, so that dialects of types and tensors can be
/// served.
void completeEdit(LayerEdit& edit, const graph::Graph& graph, const graph::Node& node);

} // namespace ql::config
