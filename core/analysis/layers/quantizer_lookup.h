// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/results/layer.h"

#include <optional>
#include <vector>

namespace ql::analysis {

/// Where a node says how its integer output is scaled: two of its inputs and an axis.
struct ScaleInputs {
    graph::ValueId scale;
    graph::ValueId zeroPoint;
    std::int64_t axis = 1;
};

/// The scale inputs of @p node's first output: QuantizeLinear and the QLinear… and Q… operators of ai.onnx and
/// com.microsoft. Nothing for other operators and for blocked quantization.
std::optional<ScaleInputs> outputScaleOf(const graph::Node& node);

/// The quantizer to @p type that constants at @p inputs describe. Nothing for other than constants, for scales of a
/// rank above 1 and for as many zero points as don't fit them. @pre an integer type of at most 32 bits
std::optional<results::QuantizerInfo> readQuantizer(const graph::Graph& graph, const ScaleInputs& inputs,
                                                    graph::DataType type);

/// Whether @p node passes on integers in the scale in which it gets them (MaxPool, Relu, Reshape, Transpose …).
bool keepsScale(const graph::Node& node);

/// For every value that holds quantized integers of constant scale, the quantizer that made them; by value index.
std::vector<std::optional<results::QuantizerInfo>> quantizersByValue(const graph::Graph& graph,
                                                                     const std::vector<graph::NodeId>& order);

} // namespace ql::analysis
