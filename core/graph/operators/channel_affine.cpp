// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operators/channel_affine.h"

#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <ranges>

namespace ql::graph {

namespace {

constexpr double kDefaultEpsilon = 1e-5;
constexpr int kMostQuantizers = 4; ///< one pair, or two of an exporter that left one behind

bool isQuantizer(const Node& node)
{
    const auto kind = opKind(node);
    return kind == OpKind::Quantize || kind == OpKind::Dequantize;
}

/// The only node that reads the numbers of @p value, not its shape alone, or null.
const Node* onlyReader(const Graph& graph, ValueId value)
{
    if (!value.isValid() || std::ranges::find(graph.outputs(), value) != graph.outputs().end())
        return nullptr;
    const Node* only = nullptr;
    for (const auto id : graph.value(value).consumers) {
        const auto& reader = graph.node(id);
        if (opKind(reader) == OpKind::Constant)
            continue;
        if (only)
            return nullptr;
        only = &reader;
    }
    return only && only->inputs[0] == value ? only : nullptr;
}

/// What alone reads @p node, quantizers looked through, or null.
const Node* soleReader(const Graph& graph, const Node& node)
{
    const auto* reader = &node;
    for (int hops = 0; reader && hops <= kMostQuantizers; ++hops) {
        reader = reader->outputs.empty() ? nullptr : onlyReader(graph, reader->outputs[0]);
        if (reader && !isQuantizer(*reader))
            return reader;
    }
    return nullptr;
}

/// Of whatever kind, on integers too.
bool isNormalized(const Graph& graph, const Node& node)
{
    const auto* reader = soleReader(graph, node);
    return reader && familyTraits(reader->opType).foldsIntoConvolution;
}

bool hasChannels(const Graph& graph, const Node& product, std::size_t count)
{
    const auto* weight =
        product.inputs.size() > 1 && product.inputs[1].isValid() ? graph.constantOf(product.inputs[1]) : nullptr;
    const auto axis = std::size_t(weightChannelAxis(graph, product));
    return weight && axis < weight->shape().size() && weight->shape()[axis] == std::int64_t(count);
}

} // namespace

std::optional<ChannelAffine> channelAffineOf(const Graph& graph, const Node& node)
{
    const bool isInference = traitsOf(node).foldsIntoConvolution && node.attributes.intOr("training_mode", 0) == 0
                             && std::ranges::none_of(node.outputs | std::views::drop(1), &ValueId::isValid);
    if (!isInference || node.inputs.size() < 5)
        return std::nullopt;
    std::array<std::vector<double>, 4> parameters; // scale, bias, mean, variance
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const auto* constant = node.inputs[i + 1].isValid() ? graph.constantOf(node.inputs[i + 1]) : nullptr;
        if (!constant || (i > 0 && constant->size() != parameters[0].size()))
            return std::nullopt;
        parameters[i] = constant->toDoubles();
    }
    const auto& [scale, bias, mean, variance] = parameters;
    const double epsilon = node.attributes.floatOr("epsilon", kDefaultEpsilon);
    ChannelAffine affine;
    for (std::size_t i = 0; i < scale.size(); ++i) {
        affine.factors.push_back(scale[i] / std::sqrt(variance[i] + epsilon));
        affine.offsets.push_back(bias[i] - mean[i] * affine.factors[i]);
    }
    return affine;
}

std::optional<ChannelAffine> foldedIntoPartner(const Graph& graph, const Node& product, const Graph& other,
                                               const Node& partner)
{
    const auto* normalization = soleReader(graph, product);
    auto affine = normalization ? channelAffineOf(graph, *normalization) : std::nullopt;
    if (!affine || isNormalized(other, partner))
        return std::nullopt;
    const auto channels = affine->factors.size();
    return hasChannels(graph, product, channels) || hasChannels(other, partner, channels) ? affine : std::nullopt;
}

} // namespace ql::graph
