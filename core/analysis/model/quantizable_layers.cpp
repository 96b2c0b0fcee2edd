// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/model/model_info.h"

#include "core/config/layer_names.h"
#include "core/graph/ir/bodies.h"
#include "core/graph/operators/operator_traits.h"

namespace ql::analysis {

namespace {

using graph::Quantizing;

const char* quantizedValues(Quantizing quantizing)
{
    switch (quantizing) {
    case Quantizing::None: break;
    case Quantizing::EveryInput:
    case Quantizing::Choosing: return "inputs, outputs";
    case Quantizing::FirstInput: return "first input, outputs";
    case Quantizing::Weighted: return "input, weight, bias (int32), output";
    case Quantizing::Clamping: return "output, in place of its input's";
    case Quantizing::Passing: return "handed on as its input is";
    case Quantizing::Moving: return "input, handed on";
    }
    return "";
}

/// The operator that a QOperator model has in its place.
std::string integerOperatorOf(const graph::Node& node)
{
    switch (graph::traitsOf(node).integerForm) {
    case graph::IntegerForm::None: return {};
    case graph::IntegerForm::Gemm: return "QGemm";
    case graph::IntegerForm::Moved: return node.opType; // moves integers as it moves floats
    default: return "QLinear" + node.opType;
    }
}

/// AMCT's lists of further types are about operators of one input and one output.
bool isListed(const graph::Graph& graph, const graph::Node& node, const config::CapacityConfig& capacity)
{
    return capacity.lists(node.opType) && config::dataInputs(graph, node).size() == 1 && node.outputs.size() == 1;
}

/// On AMCT's list of layers, by itself or as the first operator of what an export wrote out.
bool isOfAmct(const config::NamedLayers& named, const graph::Node& node)
{
    const auto* layer = named.findLayer(node);
    return layer && layer->nodes.front() == node.id && layer->function->listing != config::Listing::None;
}

void listLayers(const graph::Graph& graph, const config::CapacityConfig& capacity,
                std::vector<results::QuantizableLayer>& layers)
{
    const config::NamedLayers named(graph);
    for (const auto& node : graph.nodes()) {
        graph::forEachBody(node,
                           [&](const std::string&, const graph::Graph& body) { listLayers(body, capacity, layers); });
        const auto& traits = graph::traitsOf(node);
        if (traits.quantizing == Quantizing::None) {
            if (isListed(graph, node, capacity))
                layers.push_back(
                    {.node = node.name, .opType = node.opType, .values = "input, where a config of AMCT names it"});
            else if (isOfAmct(named, node))
                layers.push_back(
                    {.node = node.name, .opType = node.opType, .values = "inputs, where a config of AMCT is given"});
            continue;
        }
        const bool hasWeight = traits.product != graph::Product::None && node.inputs.size() > 1
                               && node.inputs[1].isValid() && graph.constantOf(node.inputs[1]);
        layers.push_back({.node = node.name,
                          .opType = node.opType,
                          .values = quantizedValues(traits.quantizing),
                          .hasWeight = hasWeight,
                          .isPerChannel = hasWeight && !traits.lacksChannels,
                          .mustBeQuantized = traits.runsOnMatrixUnit,
                          .integerOperator = integerOperatorOf(node)});
    }
}

} // namespace

std::vector<results::QuantizableLayer> quantizableLayers(const graph::Graph& graph,
                                                         const config::CapacityConfig& capacity)
{
    std::vector<results::QuantizableLayer> layers;
    listLayers(graph, capacity, layers);
    return layers;
}

} // namespace ql::analysis
