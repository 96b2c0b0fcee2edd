// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/quant_plan.h"

namespace ql::quant {

/// One point per quantizer of @p plan, in its order: everyone in the main graph who reads the value, graph outputs
/// included. Points of a calibrated plan quantize; the others give back what they get. Biases have no point of their
/// own.
std::vector<QuantizerPoint> plannedPoints(const graph::Graph& graph, const QuantPlan& plan);

/// What readers of an activation see of @p x with @p parameters, whatever those that @p quantizer has itself.
ops::Tensor quantizedActivation(const ops::Tensor& x, const PlannedQuantizer& quantizer, const Parameters& parameters);

} // namespace ql::quant
