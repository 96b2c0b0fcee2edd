// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

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

/// What a normalization behind @p product does that @p partner, the same layer of @p other, has in its weights already,
/// as exporters and quantizers fold it: the two layers' weights differ by these factors, their biases by all of it.
/// Quantizers between the two are looked through. Nothing where somebody else reads the product, where both or neither
/// are normalized, or where the float one of the two has no constant weight with as many channels.
std::optional<ChannelAffine> foldedIntoPartner(const Graph& graph, const Node& product, const Graph& other,
                                               const Node& partner);

} // namespace ql::graph
