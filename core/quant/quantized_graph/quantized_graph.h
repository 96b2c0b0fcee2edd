// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/quant_plan.h"

namespace ql::quant {

/// @p graph with a QuantizeLinear and a DequantizeLinear after every planned activation and a DequantizeLinear after
/// every quantized constant, named as ONNX Runtime names them (x_scale, x_QuantizeLinear, x_DequantizeLinear_Output …).
/// Running it simulates the quantized network in floating point. Formats that leave integers of their type unused get a
/// Clip in front. 16-bit quantizers are in the standard's domain from opset 21 on, before that in com.microsoft.
/// @pre plan.isCalibrated()
graph::Graph qdqGraph(const graph::Graph& graph, const QuantPlan& plan);

/// @p graph computing on integers: QLinearConv, QLinearMatMul and com.microsoft's QGemm, QLinearAdd … between quantized
/// values, what only moves data on the integers themselves, everything else in float between a DequantizeLinear and a
/// QuantizeLinear. A Relu that the quantizer behind it already does disappears. Only 8-bit quantizers are computed in
/// integers. Running it is real quantization: int8 products, exact sums in int32, one rounding per layer.
/// @pre plan.isCalibrated()
graph::Graph qoperatorGraph(const graph::Graph& graph, const QuantPlan& plan);

} // namespace ql::quant
