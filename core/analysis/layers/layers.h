// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/graph/operators/op_kind.h"
#include "core/results/layer.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ql::analysis {

/// A compute node with the quantizer around it folded in: one row of the comparison. The tensor that counts is what the
/// next layer sees. A quantized graph input is a layer too, so that the error of its quantizer shows.
struct Layer {
    graph::NodeId node;     ///< the operator it is named after; invalid for a graph input
    graph::ValueId own;     ///< the float (or integer) result before any quantizer
    graph::ValueId value;   ///< the tensor to read: after the DequantizeLinear, or the integers before it
    bool isInteger = false; ///< value holds integers, to be dequantized by quantizer
    std::string name;       ///< the node's name; ":1" and so on for its further outputs; a graph input's own name
    std::string opType;     ///< "Conv", "com.microsoft.QLinearAdd", "Input"
    std::string scope;
    graph::OpKind kind = graph::OpKind::Compute;
    bool isConstant = false; ///< depends on initializers and shapes only
    bool isGraphOutput = false;
    bool isRequantized = false;                      ///< all who read its value quantize it once more
    bool isChannelsLast = false;                     ///< its value's channels lie on the last axis
    bool computesQuantized = false;                  ///< integer operator, or one that reads a dequantized weight
    std::optional<results::QuantizerInfo> quantizer; ///< of constant scale
    std::vector<graph::NodeId> run;                  ///< the nodes behind it in execution order, Q/DQ left out
    std::vector<std::string> aliases;                ///< every name its value goes by, its own first
    bool hasMadeUpName = false;                      ///< the file calls its node nothing
    std::vector<std::size_t> producers;              ///< layers that it reads, by input slot, each once
    std::vector<std::size_t> consumers;              ///< layers that read it

    bool isInput() const { return !node.isValid(); }
    /// Compute layers and quantized inputs; the others are shown on demand.
    bool isShownByDefault() const;
};

/// All layers of @p graph in execution order, graph inputs first; those that are not shown by default included, since
/// matching walks through them. Weights and their Q/DQ are none. An integer product, its Cast and its scaling Mul are
/// one layer, and so is a bias Add after them, unless @p partner adds to a product by a node of its own.
std::vector<Layer> collectLayers(const graph::Graph& graph, const graph::Graph* partner = nullptr);

/// Their names and the paths of their modules.
std::vector<std::string_view> namesOf(const std::vector<Layer>& layers);

} // namespace ql::analysis
