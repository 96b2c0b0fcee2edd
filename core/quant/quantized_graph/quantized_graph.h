// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/quant_plan.h"

namespace ql::quant {

class QuantizedWeights;

/// @p graph with a QuantizeLinear and a DequantizeLinear after every planned activation and a DequantizeLinear after
/// every quantized constant, named as ONNX Runtime names them (x_scale, x_QuantizeLinear, x_DequantizeLinear_Output …).
/// Running it simulates the quantized network in floating point. Formats that leave integers of their type unused get a
/// Clip in front. 16-bit quantizers are in the standard's domain from opset 21 on, before that in com.microsoft.
/// @pre plan.isCalibrated()
graph::Graph qdqGraph(const graph::Graph& graph, const QuantPlan& plan);
/// The same with @p weights, which are those of graph and plan, and other forms may hold, too.
graph::Graph qdqGraph(const graph::Graph& graph, const QuantPlan& plan, QuantizedWeights& weights);

/// @p graph computing on integers: QLinearConv, QLinearMatMul and com.microsoft's QGemm, QLinearAdd … between quantized
/// values, what only moves data on the integers themselves, everything else in float between a DequantizeLinear and a
/// QuantizeLinear. A Relu that the quantizer behind it already does disappears. Activations of 9 to 16 bits meet 8-bit
/// weights in operators of our own (domain quantloupe); other widths stay in float. Running it is real quantization:
/// products of integers, exact sums, one rounding per layer.
/// @pre plan.isCalibrated()
graph::Graph qoperatorGraph(const graph::Graph& graph, const QuantPlan& plan);
/// The same with @p weights, as in qdqGraph().
graph::Graph qoperatorGraph(const graph::Graph& graph, const QuantPlan& plan, QuantizedWeights& weights);

/// @p graph with each Conv, MatMul and Gemm that stands between DequantizeLinear and QuantizeLinear, 8 bits and
/// constant scales, as the QLinearConv, QLinearMatMul or QGemm of the same name that a target computes in their place.
/// A clamp that saturation does disappears; biases are counted in int32 steps of the sums. What doesn't fit so stays as
/// it is: other widths, scales that are computed, sums that somebody reads in float, what stands in a body.
graph::Graph withIntegerProducts(const graph::Graph& graph);

/// @p graph with each rounding to fp16 or bf16 as two Casts, which every runtime computes alike (ONNX operator page
/// Cast: halves to even, overflow to infinity). bf16 takes opset 13.
graph::Graph withHalfCasts(const graph::Graph& graph);

} // namespace ql::quant
