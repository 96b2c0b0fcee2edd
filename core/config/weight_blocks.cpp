// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/weight_blocks.h"

#include "core/graph/operators/operator_traits.h"

#include <algorithm>

namespace ql::config {

namespace {

using graph::Product;

/// The layer whose weight it is; null where there is none.
const graph::Node* readerOf(const graph::Graph& graph, graph::ValueId weight)
{
    for (const auto id : graph.value(weight).consumers) {
        const auto& node = graph.node(id);
        const auto product = graph::traitsNamed(node.opType).product;
        if ((product == Product::Convolution || product == Product::Matrix) && node.inputs.size() > 1
            && node.inputs[1] == weight)
            return &node;
    }
    return nullptr;
}

/// As the plan of a quantization has it: input channels of a convolution, rows or columns of a matrix.
std::int64_t summedAxis(const graph::Graph& graph, const graph::Node& reader, const graph::Shape& shape)
{
    if (graph::traitsNamed(reader.opType).product == Product::Convolution)
        return 1;
    const auto last = std::int64_t(shape.size()) - 1;
    return graph::weightChannelAxis(graph, reader) == last ? last - 1 : last;
}

} // namespace

Message scaleProblem(const graph::Graph& graph, graph::ValueId weight, const FixedScale& fixed)
{
    if (fixed.blocks)
        return blockProblem(graph, weight, fixed);
    const auto* constant = graph.constantOf(weight);
    if (!constant || fixed.scales.size() < 2)
        return {};
    const auto isCount = [&fixed](std::int64_t size) { return size == std::int64_t(fixed.scales.size()); };
    if (std::ranges::any_of(constant->shape(), isCount))
        return {};
    return Message("{} has {} scales and shape {}, expected one scale, or one for each channel",
                   graph.value(weight).name, fixed.scales.size(), graph::toString(constant->shape()));
}

Message blockProblem(const graph::Graph& graph, graph::ValueId weight, const FixedScale& fixed)
{
    const auto& name = graph.value(weight).name;
    const auto* constant = graph.constantOf(weight);
    const auto* reader = readerOf(graph, weight);
    if (!constant || !reader || constant->shape().size() < 2)
        return Message("{} has scales of blocks, and is no weight of a convolution or a matrix product", name);
    const auto& shape = constant->shape();
    const auto& blocks = *fixed.blocks;
    const auto axis = summedAxis(graph, *reader, shape);
    const auto length = shape[std::size_t(axis)];
    const auto channels = shape[std::size_t(graph::weightChannelAxis(graph, *reader))];
    if (blocks.axis && *blocks.axis != axis)
        return Message("{} has blocks along axis {}, and {} sums over axis {}", name, *blocks.axis,
                       reader->description(), axis);
    if (length == 1)
        return Message("{} has one input channel for each output channel: there are no blocks in it", name);
    if (length % blocks.size != 0)
        return Message("{} has blocks of {}, which don't divide the {} values that {} sums over", name, blocks.size,
                       length, reader->description());
    const auto perChannel = length / blocks.size;
    if (std::int64_t(fixed.scales.size()) != channels * perChannel)
        return Message("{} has {} scales of blocks, expected {}: {} channels of {} values in blocks of {}", name,
                       fixed.scales.size(), channels * perChannel, channels, length, blocks.size);
    return {};
}

} // namespace ql::config
