// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/ops/tensor.h"
#include "core/results/layer.h"

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ql::quant {

enum class QuantizerRole { Activation, Weight };

/// One reader of a value: input @p slot of @p node, counted as Graph::setNodeInput() does, or graph output @p slot when
/// the node is invalid.
struct Edge {
    graph::NodeId node;
    std::size_t slot = 0;
    friend bool operator==(Edge, Edge) = default;
};

/// A quantizer of the analysis model, moved onto the baseline graph: which of its values it reads, who sees the
/// quantized version, and what it does to the numbers. All of them together turn the baseline into the analysis model.
struct QuantizerPoint {
    QuantizerRole role = QuantizerRole::Activation;
    graph::ValueId source;   ///< in the baseline
    std::vector<Edge> edges; ///< the baseline's readers of @ref source that see it quantized
    graph::NodeId node;      ///< activation: what makes the source, invalid for a graph input; weight: the reader
    std::string layer;       ///< the name of @ref node, or of the graph input
    std::string dtype;       ///< "int8", "uint8" …
    std::string key;         ///< the analysis model's own tensor: points with the same source and key are one
    /// float in, float out (quantized and dequantized). Weights ignore what they are given.
    std::function<ops::Tensor(const ops::Tensor&)> apply;
    /// Scale, zero point and range; nothing where the data's own range decides, or scales come in blocks.
    std::optional<results::QuantizerInfo> parameters;
};

/// Analysis node → the baseline node that it stands for.
using NodePartners = std::unordered_map<graph::NodeId, graph::NodeId>;

/// What corresponds in the two models.
struct ModelPartners {
    NodePartners nodes;
    std::vector<std::pair<std::size_t, std::size_t>> outputs; ///< positions in the analysis model and the baseline
};

struct ExtractedPoints {
    std::vector<QuantizerPoint> points; ///< in the analysis model's order
    /// Nodes with quantized inputs that have no place in the baseline, described for the user.
    std::vector<std::string> unplaced;
};

/// Reads the quantizers of @p analysis (QDQ, QOperator, dynamic; their parameters must be constants or dynamic) and
/// moves each onto the edge of @p baseline that it acts on. Pairing edges rather than values keeps readers apart that
/// see the unquantized tensor, and keeps clamps that a quantizer absorbed: the baseline still has its Relu.
ExtractedPoints extractPoints(const graph::Graph& baseline, const graph::Graph& analysis,
                              const ModelPartners& partners);

} // namespace ql::quant
