// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/fixes/channel_scaling.h"

#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

namespace ql::quant {

namespace {

using graph::Graph;
using graph::Node;
using graph::Product;
using graph::Shape;
using graph::ValueId;

/// Channel of each element of a weight.
using ChannelOf = std::function<std::size_t(std::size_t element)>;

const Shape& weightShape(const Graph& graph, const Node& layer)
{
    return graph.constantOf(layer.inputs[1])->shape();
}

std::size_t sizeBehind(const Shape& shape, std::size_t axis)
{
    std::size_t size = 1;
    for (std::size_t i = axis + 1; i < shape.size(); ++i)
        size *= std::size_t(shape[i]);
    return size;
}

std::size_t readAxis(const Graph& graph, const Node& layer)
{
    const auto made = std::size_t(graph::weightChannelAxis(graph, layer));
    return graph::traitsOf(layer).product == Product::Convolution ? 1
           : made == 0                                            ? 1
                                                                  : weightShape(graph, layer).size() - 2;
}

ChannelOf madeChannel(const Graph& graph, const Node& layer)
{
    const auto& shape = weightShape(graph, layer);
    const auto axis = std::size_t(graph::weightChannelAxis(graph, layer));
    return [behind = sizeBehind(shape, axis), count = std::size_t(shape[axis])](std::size_t element) {
        return element / behind % count;
    };
}

/// A group of a convolution reads channels of its own.
ChannelOf readChannel(const Graph& graph, const Node& layer)
{
    const auto& shape = weightShape(graph, layer);
    const auto axis = readAxis(graph, layer);
    const auto own = std::size_t(shape[axis]);
    const auto behind = sizeBehind(shape, axis);
    const auto groups = graph::traitsOf(layer).product == Product::Convolution
                            ? std::size_t(layer.attributes.intOr("group", 1))
                            : std::size_t(1);
    if (groups == 1)
        return [=](std::size_t element) { return element / behind % own; };
    const auto outputs = std::size_t(shape[0]) / groups;
    return [=](std::size_t element) {
        const auto group = element / (behind * own) / outputs;
        return group * own + element / behind % own;
    };
}

std::vector<double> magnitudes(const Graph& graph, const Node& layer, std::size_t channels, const ChannelOf& channelOf)
{
    std::vector<double> largest(channels, 0.0);
    const auto weight = graph.constantOf(layer.inputs[1])->toDoubles();
    for (std::size_t i = 0; i < weight.size(); ++i)
        largest[channelOf(i)] = std::max(largest[channelOf(i)], std::abs(weight[i]));
    return largest;
}

void scale(Graph& graph, ValueId constant, std::span<const double> factors, const ChannelOf& channelOf)
{
    const auto& data = *graph.constantOf(constant);
    const auto before = data.toDoubles();
    std::vector<float> after(before.size());
    for (std::size_t i = 0; i < before.size(); ++i)
        after[i] = float(before[i] * factors[channelOf(i)]);
    graph.setInitializer(constant, graph::TensorData::of<float>(graph::DataType::Float, data.shape(), after));
}

bool hasBias(const Node& layer)
{
    return layer.inputs.size() > 2 && layer.inputs[2].isValid();
}

/// What a scaled maker has that can be scaled: 0 where it can't.
std::size_t madeChannels(const Graph& graph, const Node& layer)
{
    if (readChannels(graph, layer) == 0)
        return 0;
    const auto count = std::size_t(weightShape(graph, layer)[std::size_t(graph::weightChannelAxis(graph, layer))]);
    if (!hasBias(layer))
        return count;
    const bool isPerChannel =
        isOwnConstant(graph, layer.inputs[2]) && graph.constantOf(layer.inputs[2])->size() == count;
    return isPerChannel ? count : 0;
}

/// Whether a positive factor per channel passes @p node.
bool passesFactors(const Node& node)
{
    const auto& traits = graph::traitsOf(node);
    return traits.clamp == graph::Clamp::AtZero || (traits.isPooling && !traits.putsChannelsLast);
}

/// Who alone reads what @p maker makes, through what passes factors.
const Node* onlyReader(const Graph& graph, const Node& maker)
{
    for (const auto* node = &maker;;) {
        const auto output = node->outputs.at(0);
        const auto& readers = graph.value(output).consumers;
        const bool isOutput = std::ranges::find(graph.outputs(), output) != graph.outputs().end();
        if (readers.size() != 1 || isOutput || node->body.isValid()
            || std::ranges::count_if(node->outputs, &ValueId::isValid) != 1)
            return nullptr;
        const auto& reader = graph.node(readers.front());
        if (reader.inputs.empty() || reader.inputs[0] != output)
            return nullptr;
        if (!passesFactors(reader))
            return &reader;
        node = &reader;
    }
}

} // namespace

bool isOwnConstant(const Graph& graph, ValueId value)
{
    const auto* constant = value.isValid() ? graph.constantOf(value) : nullptr;
    return constant && constant->type() == graph::DataType::Float && graph.value(value).consumers.size() == 1
           && std::ranges::find(graph.outputs(), value) == graph.outputs().end();
}

std::size_t readChannels(const Graph& graph, const Node& layer)
{
    const auto product = graph::traitsOf(layer).product;
    const bool isProduct = product == Product::Matrix || product == Product::Convolution;
    if (!isProduct || layer.inputs.size() < 2 || layer.body.isValid() || !isOwnConstant(graph, layer.inputs[1])
        || layer.inputs[0] == layer.inputs[1] || layer.attributes.intOr("transA", 0) != 0
        || weightShape(graph, layer).size() < 2)
        return 0;
    const auto groups = product == Product::Convolution ? layer.attributes.intOr("group", 1) : 1;
    return std::size_t(weightShape(graph, layer)[readAxis(graph, layer)] * groups);
}

std::vector<ChannelLink> channelLinks(const Graph& graph)
{
    std::vector<ChannelLink> links;
    for (const auto& maker : graph.nodes()) {
        const auto made = madeChannels(graph, maker);
        const auto* reader = made > 1 ? onlyReader(graph, maker) : nullptr;
        // The channels of a picture are not those of the last axis, along which a product reads.
        const bool isAlike = reader && graph::traitsOf(*reader).product == graph::traitsOf(maker).product;
        if (isAlike && readChannels(graph, *reader) == made)
            links.push_back({maker.name, reader->name, made});
    }
    return links;
}

std::vector<double> madeMagnitudes(const Graph& graph, const Node& layer, std::size_t channels)
{
    return magnitudes(graph, layer, channels, madeChannel(graph, layer));
}

std::vector<double> readMagnitudes(const Graph& graph, const Node& layer, std::size_t channels)
{
    return magnitudes(graph, layer, channels, readChannel(graph, layer));
}

void scaleMade(Graph& graph, const Node& layer, std::span<const double> factors)
{
    scale(graph, layer.inputs[1], factors, madeChannel(graph, layer));
    if (hasBias(layer))
        scaleConstant(graph, layer.inputs[2], factors);
}

void scaleRead(Graph& graph, const Node& layer, std::span<const double> factors)
{
    scale(graph, layer.inputs[1], factors, readChannel(graph, layer));
}

std::vector<double> madeOf(const Graph& graph, const Node& layer, std::span<const double> weight,
                           std::span<const double> read)
{
    const auto reads = readChannel(graph, layer);
    const auto makes = madeChannel(graph, layer);
    std::vector<double> made(
        std::size_t(weightShape(graph, layer)[std::size_t(graph::weightChannelAxis(graph, layer))]), 0.0);
    for (std::size_t i = 0; i < weight.size(); ++i)
        made[makes(i)] += weight[i] * read[reads(i)];
    return made;
}

void scaleConstant(Graph& graph, ValueId constant, std::span<const double> factors)
{
    scale(graph, constant, factors, [](std::size_t i) { return i; });
}

} // namespace ql::quant
