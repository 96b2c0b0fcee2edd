// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/quant/quant_plan.h"
#include "core/quant/training/trainable_network.h"
#include "core/runs/program/program.h"

#include <optional>
#include <string>
#include <vector>

namespace ql::quant {

/// A layer by itself, with the clamp behind it where that has its quantizer: what it reads are inputs by the names that
/// they have in the network, what it makes is the output. Owns all that it needs.
struct SingleLayer {
    graph::Graph graph;
    QuantPlan plan;                      ///< calibrated; each quantizer decides for itself, or is like one before
    std::vector<std::size_t> quantizers; ///< by quantizer of `plan`: the one of the network's plan that decides
};

/// Nothing where @p node runs bodies, stands in one, or nothing around it is quantized. @pre plan.isCalibrated()
std::optional<SingleLayer> singleLayer(const graph::Graph& graph, const QuantPlan& plan, const graph::Node& node);

/// What a layer learns.
struct LayerTraining {
    TrainedParts parts{.weights = false, .ranges = true, .centres = false};
    double rate = 1.0; ///< of TrainableNetwork::rates(), at first: at 1 a scale moves by 10 % in a step
};

struct LearnedRanges {
    graph::Graph graph;                 ///< the layer's, with what its weights became, not rounded
    std::vector<Parameters> parameters; ///< by quantizer of the layer's plan, of those that decide
    double before = 0.0;                ///< mean over the samples of ‖y − ŷ‖² / ‖y‖²
    double after = 0.0;                 ///< never more
};

/// Scales and offsets of what @p layer reads and makes and of its weight, or what else @p training says, by gradient
/// (TrainableNetwork) on what the float layer makes of @p samples, of which a step sees as many as make 65,536
/// numbers, or all where weights learn; a bound of what is clipped moves with them. The best that looks at all samples,
/// every fourth step, showed on the way. Every number is made by one thread. Nothing where nothing can be learned.
/// @throws Error as runs::run(); Cancelled
std::optional<LearnedRanges> learnedRanges(const SingleLayer& layer, const std::vector<runs::NamedTensors>& samples,
                                           JobContext& ctx, const LayerTraining& training = {});

/// LearnedRanges::before alone.
std::optional<double> rangeError(const SingleLayer& layer, const std::vector<runs::NamedTensors>& samples,
                                 JobContext& ctx);

} // namespace ql::quant
