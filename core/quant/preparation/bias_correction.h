// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/calibration.h"

namespace ql::quant {

/// Takes out of every planned bias what quantizing its layer's weight adds to the output on average: per output channel
/// the mean over @p data of f(x, quantized weight) − f(x, weight), x being the layer's float input. Changes the bias
/// constants of @p graph. @pre plan.isCalibrated() @throws Error as Execution; Cancelled
void correctBiases(graph::Graph& graph, const QuantPlan& plan, const CalibrationData& data, JobContext& ctx);

} // namespace ql::quant
