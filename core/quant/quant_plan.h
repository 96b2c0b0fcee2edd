// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/point_extraction.h"
#include "core/quant/quant_settings.h"

#include <optional>
#include <string>
#include <vector>

namespace ql::quant {

/// One value of a float graph that everyone who reads it shall see quantized.
struct PlannedQuantizer {
    QuantizerRole role = QuantizerRole::Activation; ///< Weight for every constant
    graph::ValueId value;
    std::string layer; ///< activation: the node that makes it, or the graph input; weight: the first reader
    QuantizerSettings settings;
    bool isNamed = false;              ///< the settings are those of a layer or value that was named
    std::int64_t channelAxis = 0;      ///< where settings.isPerChannel
    std::int64_t sumAxis = -1;         ///< along which blocks lie: what the reader's products sum over; -1 = the last
    std::optional<std::size_t> sameAs; ///< has the parameters of that quantizer: its maker only moves data
    std::optional<Range> knownRange;   ///< needs no data: Softmax gives 0 to 1
    Parameters parameters;             ///< empty until calibrated
};

/// A bias in int32, whose scale is the product of those of the layer's input and weight.
struct PlannedBias {
    graph::NodeId node;
    std::size_t slot = 2;
    std::size_t input = 0;  ///< the quantizer of the layer's input
    std::size_t weight = 0; ///< the quantizer of its weight
};

/// Which values of a graph are quantized and how. Belongs to the graph it was made for.
struct QuantPlan {
    std::vector<PlannedQuantizer> quantizers; ///< in the order in which layers ask for them
    std::vector<PlannedBias> biases;

    /// The quantizer of @p value.
    std::optional<std::size_t> find(graph::ValueId value) const;
    /// The quantizer that decides on the parameters of quantizer @p index: itself, or one up the chain of sameAs.
    std::size_t decider(std::size_t index) const;
    const Parameters& parametersOf(std::size_t index) const { return quantizers[decider(index)].parameters; }
    bool isCalibrated() const;
    /// Adds the activations of @p others that decide on their own parameters; one that is here already decides then for
    /// itself, too. What comes out is a plan to observe by.
    void addObserved(const std::vector<PlannedQuantizer>& others);
    /// Removes the other quantizers, and biases that need one of them. What shared a removed one's parameters decides
    /// for itself.
    void keepOnly(const std::vector<bool>& isKept);
};

/// Plans as ONNX Runtime's static quantization does: the inputs and outputs of quantized layers; weights of
/// convolutions and products along their output channels; what only moves data passes the parameters of its input on; a
/// Relu or Clip that alone reads a value takes its quantizer over; biases in int32. Where layers disagree about a
/// value, those that settings name win, then more bits. @throws Error (BadArgument) for widths that don't go together,
/// or nothing to quantize
QuantPlan planFor(const graph::Graph& graph, const QuantSettings& settings);

} // namespace ql::quant
