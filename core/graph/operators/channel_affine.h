// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <functional>
#include <optional>
#include <vector>

namespace ql::graph {

/// What a BatchNormalization in inference is: y = factor · x + offset, per channel.
struct ChannelAffine {
    std::vector<double> factors; ///< scale / √(variance + epsilon)
    std::vector<double> offsets; ///< bias − mean · factor
};

/// Source: onnx.ai/onnx/operators, BatchNormalization. Nothing for other operators, in training, or where one of its
/// parameters is no constant or has another number of elements.
std::optional<ChannelAffine> channelAffineOf(const Graph& graph, const Node& node);

/// The numbers of a value that depends on constants alone, in C order; nothing for any other.
using ConstantNumbers = std::function<std::optional<std::vector<double>>(ValueId)>;

/// A node, what it stands in, and what is constant there.
struct PlacedNode {
    const Graph& graph;
    const Node& node;
    ConstantNumbers numbers;
};

/// What a normalization behind @p product does that none behind @p partner, the same layer of the other model, does:
/// that one has it in its numbers already, as exporters and quantizers fold it. The two layers' weights then differ by
/// these factors, their biases by all of it. Between product and normalization quantizers are looked through, and
/// arithmetic with constants, which counts too: quantization-aware training divides by the factors and adds the bias
/// there. Where both are normalized it is that arithmetic alone, if only @p product has any. Nothing where somebody
/// else reads the product, where neither is normalized, or where it has other than @p channels.
std::optional<ChannelAffine> normalizationOfOne(const PlacedNode& product, const PlacedNode& partner,
                                                std::size_t channels);
/// The channels of the constant weight of one of the two, if one has such a weight.
std::optional<std::size_t> channelsOfOne(const PlacedNode& product, const PlacedNode& partner);

} // namespace ql::graph
