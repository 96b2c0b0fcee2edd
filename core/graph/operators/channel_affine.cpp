// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operators/channel_affine.h"

#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <ranges>
#include <utility>

namespace ql::graph {

namespace {

constexpr double kDefaultEpsilon = 1e-5;
constexpr int kMostBetween = 6; ///< a pair of quantizers, one that an exporter left behind, a division and a sum

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
    return only;
}

void append(ChannelAffine& affine, const ChannelAffine& next)
{
    for (std::size_t i = 0; i < affine.factors.size(); ++i) {
        affine.factors[i] *= next.factors[i];
        affine.offsets[i] = affine.offsets[i] * next.factors[i] + next.offsets[i];
    }
}

/// y = factor · x + offset of arithmetic with @p number.
std::pair<double, double> factorAndOffset(Arithmetic arithmetic, double number)
{
    switch (arithmetic) {
    case Arithmetic::Multiply: return {number, 0.0};
    case Arithmetic::Divide: return {1.0 / number, 0.0};
    case Arithmetic::Add: return {1.0, number};
    default: return {1.0, -number};
    }
}

/// What @p node makes of @p value by arithmetic with a constant, if that is what it does.
std::optional<ChannelAffine> arithmeticWithConstant(const Node& node, ValueId value, std::size_t channels,
                                                    const ConstantNumbers& numbers)
{
    const auto arithmetic = traitsOf(node).arithmetic;
    const bool isEitherWay = arithmetic == Arithmetic::Multiply || arithmetic == Arithmetic::Add;
    const bool isFirst = node.inputs.size() == 2 && node.inputs[0] == value;
    if (arithmetic == Arithmetic::None || arithmetic == Arithmetic::Power || node.inputs.size() != 2
        || (!isFirst && !isEitherWay))
        return std::nullopt;
    const auto constants = numbers(node.inputs[isFirst ? 1 : 0]);
    if (!constants || (constants->size() != channels && constants->size() != 1))
        return std::nullopt;
    ChannelAffine affine;
    for (std::size_t i = 0; i < channels; ++i) {
        const auto [factor, offset] = factorAndOffset(arithmetic, (*constants)[constants->size() == 1 ? 0 : i]);
        affine.factors.push_back(factor);
        affine.offsets.push_back(offset);
    }
    return affine;
}

bool hasFactors(const ChannelAffine& affine)
{
    return std::ranges::any_of(affine.factors, [](double factor) { return factor != 1.0; });
}

/// Where a normalization ends what is done with a product.
struct Normalization {
    bool isThere = false; ///< of whatever kind, on integers too
    std::optional<ChannelAffine> affine = {};
    std::optional<ChannelAffine> before = {}; ///< what arithmetic with constants does between product and normalization
};

Normalization normalizationBehind(const PlacedNode& product, std::size_t channels)
{
    ChannelAffine affine{std::vector(channels, 1.0), std::vector(channels, 0.0)};
    const auto* node = &product.node;
    for (int between = 0; between <= kMostBetween && !node->outputs.empty(); ++between) {
        const auto value = node->outputs[0];
        node = onlyReader(product.graph, value);
        if (!node)
            return {};
        if (isQuantizer(*node) && node->inputs[0] == value)
            continue;
        if (familyTraits(node->opType).foldsIntoConvolution && node->inputs[0] == value) {
            const auto last = channelAffineOf(product.graph, *node);
            const auto before = hasFactors(affine) ? std::optional(affine) : std::nullopt;
            if (!last || last->factors.size() != channels)
                return {true, {}, before};
            append(affine, *last);
            return {true, affine, before};
        }
        const auto next = arithmeticWithConstant(*node, value, channels, product.numbers);
        if (!next)
            return {};
        append(affine, *next);
    }
    return {};
}

/// Of its constant weight, if it has one.
std::optional<std::size_t> channelsOf(const Graph& graph, const Node& product)
{
    const auto* weight =
        product.inputs.size() > 1 && product.inputs[1].isValid() ? graph.constantOf(product.inputs[1]) : nullptr;
    const auto axis = std::size_t(weightChannelAxis(graph, product));
    return weight && axis < weight->shape().size() ? std::optional(std::size_t(weight->shape()[axis])) : std::nullopt;
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

std::optional<ChannelAffine> normalizationOfOne(const PlacedNode& product, const PlacedNode& partner,
                                                std::size_t channels)
{
    auto found = normalizationBehind(product, channels);
    const auto other = normalizationBehind(partner, channels);
    if (!other.isThere)
        return found.affine;
    return found.isThere && !other.before ? found.before : std::nullopt;
}

std::optional<std::size_t> channelsOfOne(const PlacedNode& product, const PlacedNode& partner)
{
    const auto channels = channelsOf(product.graph, product.node);
    return channels ? channels : channelsOf(partner.graph, partner.node);
}

} // namespace ql::graph
