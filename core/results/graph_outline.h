// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/request_parts.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace ql::results {

/// Asks what a model looks like, or what a quantization or an optimizer makes of it.
struct GraphRequest {
    std::string model;
    QuantizationOptions quantization; ///< draws what it makes of the model; nothing given = the model itself
    bool isFloat = false;             ///< with a quantization: what it starts from, batch norms folded
    RunOptions options;
    ImageOptions images;
    ModelVariant variant = ModelVariant::None; ///< in place of a quantization
};

/// A constant that a layer reads: a weight, a bias, an axis.
struct OutlineParameter {
    std::string name;
    std::string dtype;  ///< of the elements that the file holds: "int8" of a quantized weight
    std::string shape;  ///< "64x3x7x7", "scalar"
    std::string values; ///< "1, 32" of a few numbers; empty of many
};

/// What the file says about a layer's own operator.
struct OutlineAttribute {
    std::string name;
    std::string value; ///< "[1, 1, 1, 1]", shortened where there is much
};

/// One layer as a picture shows it: an operator with the quantizers around it folded in, or a graph input.
struct OutlineNode {
    std::string name; ///< as the comparison calls the layer
    std::string opType;
    std::string scope;            ///< "/"-separated, "" at the top
    std::string group;            ///< inside the scope, of what another model computes at once; "" = none
    std::string dtype;            ///< of what it gives to the next layers
    std::string shape;            ///< "1x3x?xwidth"; "?" while unknown
    std::string quantDtype;       ///< "int8" …; empty where nothing is quantized
    std::optional<double> qscale; ///< the largest of its quantizer's
    bool isInput = false;
    bool isOutput = false;
    bool isCompute = false;                   ///< false for what only moves or casts data
    bool isOnlyInAnalysis = false;            ///< in a picture of both models: the other one has no such layer
    std::vector<OutlineAttribute> attributes; ///< in the file's order
    std::vector<OutlineParameter> parameters; ///< in the order of the operator's inputs
};

/// A value that one layer makes and another reads.
struct OutlineEdge {
    std::size_t from = 0;
    std::size_t to = 0;
};

/// The structure of a model, in execution order; weights and what depends on nothing else are left out.
struct GraphOutline {
    std::string model;
    std::vector<OutlineNode> nodes;
    std::vector<OutlineEdge> edges; ///< from is always before to
};

/// Asks what two models look like and how they correspond.
struct GraphPairRequest {
    GraphRequest baseline;
    GraphRequest analysis;
    std::string mapFile; ///< as of the comparison; empty = none
};

/// Two models, and who stands for whom by the matching that the comparison uses: what things are called joins nothing
/// that structure and weights keep apart.
struct GraphPair {
    GraphOutline baseline;
    GraphOutline analysis;
    /// By node of the analysis model, what only moves data included: the baseline's node. Several may have the same.
    std::vector<std::optional<std::size_t>> partners;
};

} // namespace ql::results
