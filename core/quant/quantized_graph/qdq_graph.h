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

} // namespace ql::quant
