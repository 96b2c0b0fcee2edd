// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/writing/model_layers.h"

#include "core/config/layer_names.h"
#include "core/config/quantized_inputs.h"
#include "core/graph/ir/torch_call.h"
#include "core/graph/operators/op_kind.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace ql::config {

using graph::Graph;
using graph::Node;
using graph::OpKind;
using graph::ValueId;

namespace {

/// Whether torch exported or saved it.
bool isTorchs(const Graph& graph)
{
    return std::ranges::any_of(graph.nodes(), [](const Node& node) {
        return node.name.starts_with('/') || node.attributes.has(graph::kTorchCall)
               || node.attributes.has(graph::kTorchModuleCall);
    });
}

/// One entry per value that comes from outside.
int dataInputsOf(const Graph& graph, const TracedLayer& layer)
{
    std::set<ValueId> values;
    for (const auto& input : layer.inputs)
        if (isData(graph, input.value))
            values.insert(input.value);
    return int(values.size());
}

} // namespace

std::vector<ModelLayer> modelLayers(const Graph& graph, const QuantConfig& config, std::string_view dialect)
{
    auto asked = config;
    const bool isAmcts = dialect.starts_with("amct") && isTorchs(graph);
    if (isAmcts)
        asked.dialect = dialect;
    const LayerNames names(asked, graph);
    std::vector<ModelLayer> layers;
    for (const auto id : configurableNodes(graph)) {
        const auto& node = graph.node(id);
        if (graph::opKind(node) != OpKind::Compute)
            continue;
        const auto* traced = isAmcts ? names.layers().findLayer(node) : nullptr;
        if (traced && !names.mentions(node) && !isListed(asked, names, graph, *traced))
            continue;
        const bool isWrittenOut = traced && traced->nodes.size() > 1;
        auto name = isAmcts ? names.amctNameOf(node) : names.nameOf(node);
        if (isWrittenOut && std::ranges::find(layers, name, &ModelLayer::name) != layers.end())
            continue;
        const auto inputs = isWrittenOut ? dataInputsOf(graph, *traced) : int(dataInputs(graph, node).size());
        layers.push_back({std::move(name), node.opType, inputs, !weightInputs(graph, node).empty(),
                          std::string(names.layers().functionsOf(node)), node.name, outputOf(graph, node),
                          aliasesOf(graph, node)});
    }
    return layers;
}

} // namespace ql::config
