// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/model/quantizable_layers.h"

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

void listLayers(const graph::Graph& graph, std::vector<results::QuantizableLayer>& layers)
{
    for (const auto& node : graph.nodes()) {
        forEachBody(node, [&](const graph::Graph& body) { listLayers(body, layers); });
        const auto& traits = graph::traitsOf(node);
        if (traits.quantizing == Quantizing::None)
            continue;
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

std::vector<results::QuantizableLayer> quantizableLayers(const graph::Graph& graph)
{
    std::vector<results::QuantizableLayer> layers;
    listLayers(graph, layers);
    return layers;
}

} // namespace ql::analysis
