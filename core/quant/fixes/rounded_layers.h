// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/fixes/fix.h"
#include "core/quant/quant_plan.h"

#include <string>
#include <utility>
#include <vector>

namespace ql::quant {

/// By layer: its weight's quantizer, where the weight is the layer's own and becomes integers in equal steps, so that
/// each of its numbers may be rounded up or down.
std::vector<std::pair<std::string, std::size_t>> roundableLayers(const graph::Graph& graph, const QuantPlan& plan);

/// The one edit of a fix that rounds the weights of all such layers anew; none where there are none.
std::vector<FixEdit> roundingOfAll(const FixContext& context, std::string_view fix, Message change,
                                   decltype(FixEdit::changeWeights) round);

} // namespace ql::quant
