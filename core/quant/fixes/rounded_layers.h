// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/fixes/fix.h"
#include "core/quant/quant_plan.h"

#include <ATen/core/Tensor.h>

#include <string>
#include <utility>
#include <vector>

namespace ql::quant {

/// By layer: its weight's quantizer, where the weight is the layer's own and becomes integers in equal steps, so that
/// each of its numbers may be rounded up or down.
std::vector<std::pair<std::string, std::size_t>> roundableLayers(const graph::Graph& graph, const QuantPlan& plan);

/// The constant that a layer's @p quantizer is for.
const graph::TensorData& weightOf(const graph::Graph& graph, const QuantPlan& plan, std::size_t quantizer);

/// Whether its numbers are the quantizer's own, as those that were rounded before: there is nothing to round.
bool isRounded(const graph::Graph& graph, const QuantPlan& plan, std::size_t quantizer);

/// For LearnedParts: which layer's weight @p fix rounds, and how it is quantized.
std::string roundingKey(std::string_view fix, const std::string& layer, const QuantPlan& plan, std::size_t quantizer);

/// A weight's numbers as [rows, columns], a row for each of the output channels along @p axis: they lie behind each
/// other, but for a product whose columns are the channels. May be a view.
at::Tensor weightRows(const at::Tensor& weight, std::int64_t axis);
/// The constant that weightRows() came from with other numbers @p rows, of any floating type; float32 of @p shape.
graph::TensorData weightOfRows(const at::Tensor& rows, std::int64_t axis, const graph::Shape& shape);

/// The one edit of a fix that rounds the weights of all such layers anew; none where there are none.
std::vector<FixEdit> roundingOfAll(const FixContext& context, std::string_view fix, Message change,
                                   decltype(FixEdit::changeWeights) round);

} // namespace ql::quant
