// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/quant/calibration.h"
#include "core/quant/preparation/input_means.h"

#include <optional>
#include <span>
#include <string>

namespace ql::quant {

/// A copy of @p graph in which what nodes outside of bodies make of constants alone is a constant itself. What they
/// make is computed here. @throws Error with the node's description, as execution does
graph::Graph foldConstants(const graph::Graph& graph);

/// Likewise, but only of weights and biases of convolutions and products, as exporters transpose, reshape or join them:
/// so that they are quantized as weights. Nothing where all are constants already, or come out of integers.
/// @throws Error likewise
std::optional<graph::Graph> foldWeights(const graph::Graph& graph);

/// A copy of @p graph in which every BatchNormalization that alone reads a convolution is part of it: weight and bias
/// are scaled, the convolution makes the normalization's output. Convolutions called in @p unfolded keep theirs; so do
/// those whose numbers are no constants.
graph::Graph foldBatchNorm(const graph::Graph& graph, std::span<const std::string> unfolded = {});

/// Takes out of every planned bias what quantizing its layer's weight adds to the output on average: per output channel
/// the mean over @p data of f(x, quantized weight) − f(x, weight), x being the layer's float input. Changes the bias
/// constants of @p graph. @p ranks share the samples. What @p known holds of this graph and data isn't looked for
/// again; it gets what was found. @pre plan.isCalibrated() @throws Error as runs::run(); Cancelled
void correctBiases(graph::Graph& graph, const QuantPlan& plan, const CalibrationData& data, JobContext& ctx,
                   RankGroup& ranks = aloneGroup(), InputMeans* known = nullptr);

} // namespace ql::quant
