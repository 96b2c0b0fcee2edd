// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/quant_plan.h"

namespace ql::quant {

/// @p graph computing on integers: QLinearConv, QLinearMatMul and com.microsoft's QGemm, QLinearAdd … between quantized
/// values, what only moves data on the integers themselves, everything else in float between a DequantizeLinear and a
/// QuantizeLinear. A Relu that the quantizer behind it already does disappears. Only 8-bit quantizers are computed in
/// integers. Running it is real quantization: int8 products, exact sums in int32, one rounding per layer.
/// @pre plan.isCalibrated()
graph::Graph qoperatorGraph(const graph::Graph& graph, const QuantPlan& plan);

} // namespace ql::quant
