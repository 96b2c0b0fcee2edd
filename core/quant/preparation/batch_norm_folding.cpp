// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/preparation/float_preparation.h"

#include "core/graph/ir/graph_copy.h"
#include "core/graph/operators/channel_affine.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace ql::quant {

namespace {

using graph::Graph;
using graph::Node;
using graph::TensorData;
using graph::ValueId;

/// A convolution and what it becomes.
struct Folded {
    const Node* convolution;
    const Node* normalization;
    TensorData weight;
    std::vector<float> bias;
};

/// The convolution that @p node normalizes, if nobody else reads it.
const Node* soleConvolution(const Graph& graph, const Node& node)
{
    const auto& value = graph.value(node.inputs.at(0));
    const bool isOutput = std::ranges::find(graph.outputs(), node.inputs[0]) != graph.outputs().end();
    if (!value.producer.isValid() || value.consumers.size() != 1 || isOutput)
        return nullptr;
    const auto& maker = graph.node(value.producer);
    const auto product = graph::traitsOf(maker).product;
    const bool isTransposed =
        product == graph::Product::TransposedConvolution && maker.attributes.intOr("group", 1) == 1;
    return product == graph::Product::Convolution || isTransposed ? &maker : nullptr;
}

std::optional<Folded> folded(const Graph& graph, const Node& node)
{
    const auto* convolution = graph::traitsOf(node).foldsIntoConvolution ? soleConvolution(graph, node) : nullptr;
    const auto affine = convolution ? graph::channelAffineOf(graph, node) : std::nullopt;
    const auto* weight = convolution ? graph.constantOf(convolution->inputs.at(1)) : nullptr;
    if (!affine || !weight || weight->type() != graph::DataType::Float || weight->shape().size() < 3)
        return std::nullopt;
    const bool hasBias = convolution->inputs.size() > 2 && convolution->inputs[2].isValid();
    const auto* bias = hasBias ? graph.constantOf(convolution->inputs[2]) : nullptr;
    const auto channels = affine->factors.size();
    const auto axis = std::size_t(graph::weightChannelAxis(graph, *convolution));
    if ((hasBias && !bias) || weight->shape()[axis] != std::int64_t(channels))
        return std::nullopt;

    std::size_t inner = 1;
    for (std::size_t i = axis + 1; i < weight->shape().size(); ++i)
        inner *= std::size_t(weight->shape()[i]);
    const auto before = weight->toDoubles();
    std::vector<float> scaled(before.size());
    for (std::size_t i = 0; i < before.size(); ++i)
        scaled[i] = float(before[i] * affine->factors[i / inner % channels]);
    const auto oldBias = bias ? bias->toDoubles() : std::vector<double>(channels, 0.0);
    std::vector<float> newBias(channels);
    for (std::size_t i = 0; i < channels; ++i)
        newBias[i] = float(oldBias[i] * affine->factors[i] + affine->offsets[i]);
    return Folded{convolution, &node, TensorData::of<float>(graph::DataType::Float, weight->shape(), scaled), newBias};
}

void addConvolution(Graph& copy, const Graph& source, const Folded& one)
{
    const auto& node = *one.convolution;
    const auto freeName = [&](const std::string& wanted) {
        auto name = wanted;
        for (int i = 2; copy.findValue(name); ++i)
            name = fmt::format("{}_{}", wanted, i);
        return name;
    };
    const auto weightName = source.value(node.inputs[1]).name;
    const bool hasBias = node.inputs.size() > 2 && node.inputs[2].isValid();
    const auto biasName = hasBias ? source.value(node.inputs[2]).name : node.name + "_bias";
    graph::NodeSpec spec;
    spec.name = node.name;
    spec.hasMadeUpName = node.hasMadeUpName;
    spec.opType = node.opType;
    spec.opset = node.opset;
    spec.scope = node.scope;
    spec.attributes = node.attributes;
    spec.body = node.body;
    spec.inputs = {
        node.inputs[0], copy.addInitializer(freeName(weightName + "_folded"), one.weight),
        copy.addInitializer(freeName(biasName + "_folded"),
                            TensorData::of<float>(graph::DataType::Float, {std::int64_t(one.bias.size())}, one.bias))};
    spec.outputs = {one.normalization->outputs[0]};
    copy.addNode(std::move(spec));
}

} // namespace

Graph foldBatchNorm(const Graph& graph, std::span<const std::string> unfolded)
{
    std::vector<Folded> all;
    graph::CopyEdits edits;
    for (const auto& node : graph.nodes()) {
        auto one = folded(graph, node);
        if (!one || std::ranges::find(unfolded, one->convolution->name) != unfolded.end())
            continue;
        edits.droppedNodes.insert({one->convolution->id, node.id});
        all.push_back(std::move(*one));
    }
    auto copy = graph::copyGraph(graph, edits);
    for (const auto& one : all)
        addConvolution(copy, graph, one);
    return copy;
}

} // namespace ql::quant
